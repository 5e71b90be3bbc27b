import { eventType } from '..';
import { MessageEventData } from './message.dto';

const messageEvent = <N extends string>(name: N, summary: string) =>
  eventType({
    type: `message.${name}`,
    summary,
    subject: `evt.messaging.message.${name}`,
    data: MessageEventData,
    webhook: true,
  });

export const messageReceived = messageEvent('received', 'A message came in');
export const messageSent = messageEvent('sent', 'The network accepted a message');
export const messageDelivered = messageEvent('delivered', 'A message reached its recipient');
export const messageRead = messageEvent('read', 'A message was read');
export const messageFailed = messageEvent('failed', 'A message was not delivered');
