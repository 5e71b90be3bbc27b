import type { MessageError } from '@chat/contracts/connector';
import { statesBefore, statesPassed, type MessageState, type ToldState } from './message-status.rules';
import type { MessageRow } from './message.row';

/** A step of a message, and what came with it. */
export interface Step {
  to: MessageState;
  /** When it happened, by the network's clock; null means now. */
  at?: Date | null;
  chatMessageId?: string | null;
  error?: MessageError | null;
}

/** A message after a step, and what is to be told of it. */
export interface Moved {
  row: MessageRow;
  told: ToldState[];
}

/**
 * Takes an outbound message one step forward. What it passes on the way gets its time too, and no time lies before an
 * earlier one, whatever the clocks say.
 * @returns null when it is that far already.
 */
export function takeStep(row: MessageRow, step: Step, now: Date): Moved | null {
  const { to, at = null, chatMessageId = null, error = null } = step;
  if (row.direction !== 'outbound') return null;
  if (to === 'sent' && row.status === 'failed') return noteAcceptance(row, step, now);
  if (!statesBefore(to).includes(row.status)) return null;
  const happenedAt = latest(at ?? now, row.created_at, row.sent_at, row.delivered_at);
  const told = statesPassed(row.status, to);
  const timeOf = (state: ToldState, known: Date | null) =>
    told.includes(state) ? (known ?? happenedAt) : known;
  return {
    row: {
      ...row,
      status: to,
      chat_message_id: row.chat_message_id ?? chatMessageId,
      error,
      sent_at: timeOf('sent', row.sent_at),
      delivered_at: timeOf('delivered', row.delivered_at),
      read_at: timeOf('read', row.read_at),
      failed_at: timeOf('failed', row.failed_at),
      version: row.version + 1,
      updated_at: latest(now, row.updated_at),
    },
    told,
  };
}

/**
 * The network said that a message failed before it said that it had accepted it. The message stays failed, and nobody is
 * told of it again; but what its request was answered is that it was sent, and so the key of the request must say.
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
    told: [],
  };
}

function latest(time: Date, ...others: (Date | null)[]): Date {
  return others.reduce<Date>((last, other) => (other && other > last ? other : last), time);
}
