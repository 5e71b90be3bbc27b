import type { CloudEvent } from '@chat/contracts';
import {
  receiptLevels,
  type AcceptedData,
  type InboundData,
  type ReceiptData,
} from '@chat/contracts/connector';
import type { NewMessage } from '../messages/message-journal.repository';
import type { Move } from '../messages/message-progress.service';
import type { Step } from '../messages/message-step.rules';
import { storableText } from '../messages/storable.rules';

/** People call themselves what they like; this much of it is kept, in code points. */
const MAX_NAME_LENGTH = 200;

/** A message that somebody wrote to a channel of the connector. */
export function toNewMessage({ accountid, data }: CloudEvent<InboundData>, connector: string): NewMessage {
  return {
    accountId: Number(accountid),
    channelId: data.channel_id,
    phone: data.from,
    contactName: data.name && [...storableText(data.name)].slice(0, MAX_NAME_LENGTH).join(''),
    direction: 'inbound',
    source: 'customer',
    content: data.content,
    connector,
    status: 'delivered',
    chatMessageId: data.chat_message_id,
    sentAt: new Date(data.sent_at),
    settleAt: null,
  };
}

/** What an event about one of our messages makes it do. */
export function toMove(event: CloudEvent<{ message_id: number }>, step: Step): Move {
  return { accountId: Number(event.accountid), id: event.data.message_id, step, cause: event };
}

/** The network has one of our messages. */
export function toAcceptance({ chat_message_id, at }: AcceptedData): Step {
  return { to: 'sent', at: new Date(at), chatMessageId: chat_message_id };
}

/**
 * How one of our messages fares.
 * @throws Error for a level that a later version knows: the event is kept, and consumed when that version runs.
 */
export function toReceiptStep({ level, at, chat_message_id, error }: ReceiptData): Step {
  if (!receiptLevels.includes(level))
    throw new Error(`Nobody here knows the receipt level ${String(level)}.`);
  return { to: level, at: new Date(at), chatMessageId: chat_message_id, error };
}
