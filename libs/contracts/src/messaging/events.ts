import { eventType } from '..';
import { ConversationMergedData, MessageEventData } from './message.dto';
import { IdentifiedPreference } from './person.dto';

/** @param example overrides for the example of a delivered message. */
const messageEvent = <N extends string>(name: N, summary: string, example: object = {}) =>
  eventType({
    type: `message.${name}`,
    summary,
    subject: `evt.messaging.message.${name}`,
    data: MessageEventData,
    example: { message: example },
    webhook: true,
    canWait: name !== 'received',
  });

const inbound = { direction: 'inbound', source: 'customer', message: 'Are you open today?' };
const undelivered = { delivered_at: null };

export const messageReceived = messageEvent('received', 'A message was received', {
  ...inbound,
  ...undelivered,
});
export const messageSent = messageEvent('sent', 'The network accepted a message', {
  status: 'sent',
  ...undelivered,
});
export const messageDelivered = messageEvent('delivered', 'A message reached its recipient');
export const messageRead = messageEvent('read', 'A message was read', {
  status: 'read',
  read_at: '2026-01-31T10:20:35.000+00:00',
});
export const messageFailed = messageEvent('failed', 'A message was not delivered', {
  status: 'failed',
  ...undelivered,
  failed_at: '2026-01-31T10:20:31.000+00:00',
  error: { code: 'invalid_phone', message: 'This is not a reachable phone number.' },
});
export const messageUpdated = messageEvent('updated', 'A message was edited by its sender', {
  ...inbound,
  ...undelivered,
  edited_at: '2026-01-31T10:21:00.000+00:00',
});
export const messageDeleted = messageEvent('deleted', 'A message was deleted by its sender', {
  ...inbound,
  ...undelivered,
  message: null,
  deleted_at: '2026-01-31T10:21:00.000+00:00',
});

/** Two conversations proved to be with one person. */
export const conversationMerged = eventType({
  type: 'conversation.merged',
  summary: 'Two conversations with one person became one',
  subject: 'evt.messaging.conversation.merged',
  data: ConversationMergedData,
  webhook: true,
});

/** A choice about marketing that was made by the network's id of a person concerns this number. */
export const preferenceIdentified = eventType({
  type: 'messaging.preference.identified',
  subject: 'evt.messaging.internal.preference.identified',
  data: IdentifiedPreference,
  webhook: false,
});
