import type { UnsupportedContent } from '@chat/contracts/connector';
import { MAX_HISTORY_PART, type HistoryMessage, type HistoryStatus } from '@chat/contracts/messaging';
import { readContent, type InboundMedia } from '../envelopes/inbound-content.rules';
import { objectsIn, textOf } from '../envelopes/envelope.rules';
import { readEnvelope } from '../envelopes/inbound.rules';

type Json = Record<string, unknown>;

/** A message of the history, with its media if that must be copied. */
export interface PastItem {
  message: Omit<HistoryMessage, 'sent_at'>;
  sentAt: Date;
  media: InboundMedia | null;
  /** Where the bytes of its media are going to be stored. */
  blob: string;
}

/** One piece of a history, as delivered in one change of a callback. */
export interface HistoryPiece {
  /** How much of the history the provider has delivered with this piece, in percent. */
  announced: number;
  /** Each with the person whose thread it is in. */
  messages: { message: Json; person: string | null }[];
  /** The provider's codes if there is no history. */
  errors: number[];
}

/** Maximum JSON length of a part: well below the limit of the bus, and processed in milliseconds. */
const MAX_PART_LENGTH = 128 * 1024;
/** A longer message is kept without its unsupported content. */
const MAX_RAW_LENGTH = 16 * 1024;

const statuses: ReadonlyMap<string, HistoryStatus> = new Map([
  ['SENT', 'sent'],
  ['DELIVERED', 'delivered'],
  ['READ', 'read'],
  ['PLAYED', 'read'],
  ['ERROR', 'failed'],
  ['PENDING', 'unknown'],
]);

export function readPiece({ metadata, threads, errors }: Json): HistoryPiece {
  const progress = Number((metadata as Json | undefined)?.progress);
  return {
    announced: progress >= 0 && progress <= 100 ? progress : 0,
    messages: objectsIn(threads).flatMap(({ id, messages }) =>
      objectsIn(messages).map((message) => ({ message, person: textOf(id).trim() || null })),
    ),
    errors: objectsIn(errors).map(({ code }) => Number(code)),
  };
}

/**
 * Returns a message of the history in our shape; null if it has no id or names nobody.
 * @param person whose thread it is in; null if unknown.
 */
export function readPastMessage(
  message: Json,
  { person, business, blob, now }: { person: string | null; business: string; blob: string; now: Date },
): PastItem | null {
  const isOutbound = textOf(message.from).replace(/\D/g, '') === business || textOf(message.to) !== '';
  const other = person ?? textOf(isOutbound ? message.to : message.from).trim();
  // For people who hide their number, the same member holds the provider's id.
  const named = /^\d+$/.test(other) ? { from: other } : { from: '', from_user_id: other };
  const envelope = readEnvelope({ ...message, ...named }, [], now);
  if (!envelope || envelope.chatMessageId.trim() === '') return null;
  const { content, media, extra } = readContent(message, blob);
  const { username, references } = envelope;
  const status = statuses.get(textOf((message.history_context as Json | undefined)?.status).toUpperCase());
  return {
    media,
    blob,
    sentAt: envelope.sentAt,
    message: {
      chat_message_id: envelope.chatMessageId,
      direction: isOutbound ? 'outbound' : 'inbound',
      phone: envelope.from,
      ...(envelope.providerUserId !== null && { provider_user_id: envelope.providerUserId }),
      ...(username !== null && { username }),
      content: content.type === 'unsupported' ? shortened(content) : content,
      ...references,
      ...(extra && { extra }),
      status: status ?? 'sent',
    },
  };
}

/** Splits messages into parts of a manageable size, in order of time. */
export function toParts(items: readonly PastItem[]): PastItem[][] {
  const inOrder = items.toSorted((one, other) => one.sentAt.getTime() - other.sentAt.getTime());
  const parts: PastItem[][] = [];
  let part: PastItem[] = [];
  let length = 0;
  for (const item of inOrder) {
    const itemLength = JSON.stringify(item.message).length;
    if (part.length >= MAX_HISTORY_PART || (part.length > 0 && length + itemLength > MAX_PART_LENGTH)) {
      parts.push(part);
      [part, length] = [[], 0];
    }
    part.push(item);
    length += itemLength;
  }
  return part.length > 0 ? [...parts, part] : parts;
}

function shortened(content: UnsupportedContent): UnsupportedContent {
  if (content.raw.length <= MAX_RAW_LENGTH) return content;
  const { type } = JSON.parse(content.raw) as Json;
  return { type: 'unsupported', raw: JSON.stringify({ type: textOf(type).slice(0, 100) }) };
}
