import { eventType } from '..';
import { MessageEventData } from './message.dto';

const messageEvent = <N extends string>(name: N) =>
  eventType({
    type: `message.${name}`,
    subject: `evt.messaging.message.${name}`,
    data: MessageEventData,
    webhook: true,
  });

export const messageReceived = messageEvent('received');
export const messageSent = messageEvent('sent');
export const messageDelivered = messageEvent('delivered');
export const messageRead = messageEvent('read');
export const messageFailed = messageEvent('failed');
