import { mediaOf, readContent } from '@chat/device-network';
import { toNullableTimestamp, toTimestamp } from '@chat/service-kit';
import type { Fault } from '../faults/fault';
import type { MessageRow } from '../network/messages.repository';
import type { Phone } from '../network/phones.repository';

/** Stands for a time that is not known. */
export const FURTHER_NOTICE = 'further_notice';

export function toPhone({ has_hidden: _, restricted_until_ms: untilMs, ...phone }: Phone): object {
  const isRestricted = untilMs !== null && untilMs > Date.now();
  const until =
    untilMs === Infinity ? FURTHER_NOTICE : toNullableTimestamp(isRestricted ? new Date(untilMs) : null);
  return { ...phone, restricted_until: until };
}

/** Converts a message to the form in which a phone shows it: nothing of what it could not read. */
export function toMessage(row: MessageRow): Record<'sent_at', string> & Record<string, unknown> {
  const shown = row.unreadable ? { text: null, other: null } : (row.resends.at(-1) ?? row);
  return {
    chat_message_id: row.chat_message_id,
    from: row.from_digits,
    to: row.to_digits,
    ...toContentMembers(shown),
    reply_to: row.reply_to,
    readable: !row.unreadable,
    resent: row.resends.length,
    sent_at: toTimestamp(row.accepted_at),
    read_at: toNullableTimestamp(row.read_at),
  };
}

/** Converts a row of the ledger. */
export function toSend(row: MessageRow): Record<'accepted_at', string> & Record<string, unknown> {
  return {
    reference: row.reference,
    chat_message_id: row.chat_message_id,
    from: row.from_digits,
    to: row.to_digits,
    ...toContentMembers(row),
    accepted_at: toTimestamp(row.accepted_at),
  };
}

/** Converts a fault to the form in which it was put. */
export function toFaultView({ match, mode, code, delayMs, times, attempts }: Fault): object {
  return { match, mode, code, delay_ms: delayMs, times, attempts };
}

/** The content members of a message. All are present, most are null. */
function toContentMembers({ text, other }: Pick<MessageRow, 'text' | 'other'>): object {
  const content = other && readContent(other);
  const media = content && mediaOf(content);
  return {
    type: text === null ? (content?.type ?? 'unsupported') : 'text',
    text: text ?? (content && 'text' in content ? content.text : null),
    caption: content && 'caption' in content ? content.caption : null,
    media: media && {
      mime_type: media.mime_type,
      filename: media.filename,
      size: media.size,
      sha256: media.sha256,
      ptt: media.ptt,
    },
    location: content && 'location' in content ? content.location : null,
    contacts: content && 'contacts' in content ? content.contacts : null,
    reaction: content && 'reaction' in content ? content.reaction : null,
    interactive: content && 'interactive' in content ? content.interactive : null,
    order: content && 'order' in content ? content.order : null,
    // Only Cloud channels send templates.
    template: null,
  };
}
