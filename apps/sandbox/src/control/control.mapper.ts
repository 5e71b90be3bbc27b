import { toNullableTimestamp, toTimestamp } from '@chat/service-kit';
import type { Fault } from '../faults/fault';
import type { MessageRow } from '../network/messages.repository';

/** A message as the phone shows it. */
export function toMessage(row: MessageRow): Record<'sent_at', string> & Record<string, unknown> {
  return {
    chat_message_id: row.chat_message_id,
    from: row.from_digits,
    to: row.to_digits,
    type: row.text === null ? 'unsupported' : 'text',
    text: row.text,
    sent_at: toTimestamp(row.accepted_at),
    read_at: toNullableTimestamp(row.read_at),
  };
}

/** A row of the ledger. */
export function toSend(row: MessageRow): Record<'accepted_at', string> & Record<string, unknown> {
  return {
    reference: row.reference,
    chat_message_id: row.chat_message_id,
    from: row.from_digits,
    to: row.to_digits,
    type: 'text',
    text: row.text,
    accepted_at: toTimestamp(row.accepted_at),
  };
}

/** A fault as it was put. */
export function toFaultView({ match, mode, code, delayMs, times, attempts }: Fault): object {
  return { match, mode, code, delay_ms: delayMs, times, attempts };
}
