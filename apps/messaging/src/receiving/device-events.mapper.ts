import type { AcknowledgedMessageData, InboundMessageData } from '@chat/contracts/device-sessions';
import type { NewMessage, Step } from '../messages/message-journal.repository';

/** A message that a contact sent to a linked phone. */
export function toNewMessage(data: InboundMessageData): NewMessage {
  return {
    channelId: data.channel_id,
    phone: data.from,
    contactName: data.push_name && withoutNul(data.push_name),
    direction: 'inbound',
    source: 'customer',
    type: data.type,
    body: withoutNul(data.text),
    status: 'delivered',
    chatMessageId: data.chat_message_id,
    sentAt: new Date(data.sent_at),
    settleAt: null,
  };
}

/** What the network says of a message that we handed over. */
export function toStep({ level, at, chat_message_id, error_code }: AcknowledgedMessageData): Step {
  return {
    to: level,
    at: new Date(at),
    chatMessageId: chat_message_id,
    error: level === 'failed' ? refusalByNetwork(error_code) : null,
  };
}

function refusalByNetwork(code: string | null): Step['error'] {
  return {
    code: 'provider_error',
    message: 'The chat network refused the message after it was handed over.',
    provider: code === null ? null : { code, message: `The chat network gave the code ${code}.` },
  };
}

/** Anybody may write to us, and Postgres has no NUL in text. */
function withoutNul(text: string): string {
  return text.replaceAll('\u0000', '');
}
