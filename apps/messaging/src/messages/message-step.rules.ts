import type { MessageError, MessagePricing } from '@chat/contracts/connector';
import { statesBefore, statesPassed, type MessageState, type PublishedState } from './message-status.rules';
import type { MessageRow } from './message.row';

/** A step of a message and its data. */
export interface Step {
  to: MessageState;
  /** When it happened, by the network's clock; null means now. */
  at?: Date | null;
  chatMessageId?: string | null;
  error?: MessageError | null;
  /** What the network says of the price; null or absent if nothing. */
  pricing?: MessagePricing | null;
}

/** A message after a step, and the states to publish. */
export interface Moved {
  row: MessageRow;
  reached: PublishedState[];
}

/**
 * Moves an outbound message one step forward. Skipped states get times as well, and no time is before an earlier one,
 * whatever the clocks say.
 * @returns null if it already is that far and nothing else is new.
 */
export function takeStep(row: MessageRow, step: Step, now: Date): Moved | null {
  const { to, at = null, chatMessageId = null, error = null } = step;
  const pricing = step.pricing ?? row.pricing;
  if (row.direction !== 'outbound') return null;
  if (to === 'sent' && row.status === 'failed') return noteAcceptance(row, step, now);
  if (!statesBefore(to).includes(row.status)) return notePricing(row, pricing, now);
  const happenedAt = latest(at ?? now, row.created_at, row.sent_at, row.delivered_at);
  const reached = statesPassed(row.status, to);
  const timeOf = (state: PublishedState, known: Date | null) =>
    reached.includes(state) ? (known ?? happenedAt) : known;
  return {
    row: {
      ...row,
      status: to,
      chat_message_id: row.chat_message_id ?? chatMessageId,
      error,
      pricing,
      sent_at: timeOf('sent', row.sent_at),
      delivered_at: timeOf('delivered', row.delivered_at),
      read_at: timeOf('read', row.read_at),
      failed_at: timeOf('failed', row.failed_at),
      version: row.version + 1,
      updated_at: latest(now, row.updated_at),
    },
    reached,
  };
}

/**
 * The network reported a failure before it reported that it had accepted the message. The message stays failed and
 * nothing more is published; but its request was answered as sent, so its key must give the same result.
 */
function noteAcceptance(row: MessageRow, { at, chatMessageId = null }: Step, now: Date): Moved | null {
  if (row.sent_at !== null) return null;
  const acceptedAt = latest(at ?? now, row.created_at);
  return {
    row: {
      ...row,
      chat_message_id: row.chat_message_id ?? chatMessageId,
      sent_at: row.failed_at && row.failed_at < acceptedAt ? row.failed_at : acceptedAt,
      version: row.version + 1,
      updated_at: latest(now, row.updated_at),
    },
    reached: [],
  };
}

/** The network tells the price with a level that the message may have reached before. Nothing is published for it. */
function notePricing(row: MessageRow, pricing: MessageRow['pricing'], now: Date): Moved | null {
  if (isSame(pricing, row.pricing)) return null;
  return {
    row: { ...row, pricing, version: row.version + 1, updated_at: latest(now, row.updated_at) },
    reached: [],
  };
}

function isSame(one: MessagePricing | null, other: MessagePricing | null): boolean {
  return one?.category === other?.category && one?.type === other?.type && one?.model === other?.model;
}

function latest(time: Date, ...others: (Date | null)[]): Date {
  return others.reduce<Date>((last, other) => (other && other > last ? other : last), time);
}
