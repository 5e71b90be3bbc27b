import { visibleName, type CloudEvent } from '@chat/contracts';
import {
  receiptLevels,
  type ContentOf,
  type EchoData,
  type InboundData,
  type MessageChange,
  type MessageContent,
  type Receipt,
} from '@chat/contracts/connector';
import type { ReportedChange } from '../changes/changes.service';
import type { Arrival, Move } from '../messages/message-progress.service';
import { withReferences } from '../messages/message-content.rules';
import type { ReportedNotice } from '../notices/notices.service';
import { originOfCause } from '../messages/message-origin';
import type { Step } from '../messages/message-step.rules';
import { storableText } from '../messages/storable.rules';

/** How much of a contact's self-chosen name is stored, in code points. */
const MAX_NAME_LENGTH = 200;

type Arrived = InboundData | EchoData;
type With<Content, Data extends Arrived = Arrived> = CloudEvent<Data & { content: Content }>;

/** Whether a change of a message arrived instead of a message. */
export function isChange(event: CloudEvent<Arrived>): event is With<MessageChange> {
  return event.data.content.type === 'edit' || event.data.content.type === 'deletion';
}

/** Whether a notice of the network arrived, which nobody wrote. */
export function isNotice(event: CloudEvent<Arrived>): event is With<ContentOf<'system'>, InboundData> {
  return event.data.content.type === 'system';
}

export function isMessage(event: CloudEvent<Arrived>): event is With<MessageContent> {
  return !isChange(event) && !isNotice(event);
}

/** A message that was received on a channel of the connector. */
export function toArrival(event: With<MessageContent, InboundData>, connector: string): Arrival {
  const { accountid, data } = event;
  return {
    cause: event,
    message: {
      accountId: Number(accountid),
      channelId: data.channel_id,
      phone: data.from,
      providerUserId: data.provider_user_id ?? null,
      contactName: data.name && nameOf(data.name),
      direction: 'inbound',
      isNotice: data.is_notice ?? false,
      source: 'customer',
      ...saidIn(data),
      connector,
      status: 'delivered',
      chatMessageId: data.chat_message_id,
      sentAt: new Date(data.sent_at),
      settleAt: null,
      origin: originOfCause(event),
    },
  };
}

/** A name that a stranger chose. Null if nothing of it can be seen. */
function nameOf(name: string): string | null {
  return [...visibleName(storableText(name))].slice(0, MAX_NAME_LENGTH).join('') || null;
}

/** A message written in the channel's app. The network sent it, not the connector. */
export function toEcho(event: With<MessageContent, EchoData>, connector: string): Arrival {
  const { accountid, data } = event;
  return {
    cause: event,
    message: {
      accountId: Number(accountid),
      channelId: data.channel_id,
      phone: data.to,
      providerUserId: data.provider_user_id ?? null,
      contactName: data.name ? nameOf(data.name) : null,
      direction: 'outbound',
      source: 'app',
      ...saidIn(data),
      connector,
      status: 'sent',
      chatMessageId: data.chat_message_id,
      sentAt: new Date(data.sent_at),
      settleAt: null,
      origin: originOfCause(event),
    },
  };
}

/** What a message says, and what it tells of the other party besides their name. */
function saidIn(
  data: Arrived & { content: MessageContent },
): Pick<Arrival['message'], 'username' | 'content' | 'extra'> {
  return {
    username: data.username ?? null,
    content: withReferences(data.content, data),
    extra: data.extra ?? null,
  };
}

/** A change by the person who wrote to the channel, or in the channel's app. */
export function toChange(event: With<MessageChange>): ReportedChange {
  const { accountid, data } = event;
  const { content } = data;
  return {
    cause: event,
    change: {
      accountId: Number(accountid),
      channelId: data.channel_id,
      direction: 'to' in data ? 'outbound' : 'inbound',
      chatMessageId: content.message_id,
      phone: 'to' in data ? data.to : data.from,
      providerUserId: data.provider_user_id ?? null,
      isDeletion: content.type === 'deletion',
      text: content.type === 'edit' ? content.text || null : null,
      at: new Date(data.sent_at),
    },
  };
}

/** A notice about the person. */
export function toNotice(event: With<ContentOf<'system'>, InboundData>, connector: string): ReportedNotice {
  const { new_phone: phone = null, new_provider_user_id: userId = null, ...content } = event.data.content;
  const { message } = toArrival({ ...event, data: { ...event.data, content } }, connector);
  return {
    notice: { ...message, chatMessageId: event.data.chat_message_id, sentAt: new Date(event.data.sent_at) },
    becomes: { phone, providerUserId: userId },
  };
}

/**
 * Converts a receipt to a step of our message.
 * @throws Error for a level that only a later version knows: the event is kept and consumed when that version runs.
 */
export function toMove(event: CloudEvent, receipt: Receipt): Move {
  const { message_id, level, at, chat_message_id, error, pricing } = receipt;
  const { provider_user_id: providerUserId = null } = receipt;
  if (!receiptLevels.includes(level))
    throw new Error(`Nobody here knows the receipt level ${String(level)}.`);
  const step: Step = { to: level, at: new Date(at), chatMessageId: chat_message_id, error, pricing };
  return { accountId: Number(event.accountid), id: message_id, step, cause: event, providerUserId };
}
