import type { UnsupportedContent } from '@chat/contracts/connector';
import { MAX_HISTORY_PART, type HistoryMessage, type HistoryStatus } from '@chat/contracts/messaging';
import { firstCodePoints } from '../envelopes/code-points.rules';
import type { Entry } from '../envelopes/entry';
import { readContent, type InboundMedia } from '../envelopes/inbound-content.rules';
import { numberOf, objectsIn, textOf } from '../envelopes/envelope.rules';
import { readEnvelope } from '../envelopes/inbound.rules';
import { MAX_ID_LENGTH, type Named } from '../envelopes/person.rules';
import { isObject } from '../provider/answer.rules';

type Json = Record<string, unknown>;

/** A message of the history, with its media if that must be copied. */
export interface PastItem {
  message: Omit<HistoryMessage, 'sent_at'>;
  sentAt: Date;
  media: InboundMedia | null;
  /** Where the bytes of its media are going to be stored. */
  blob: string;
}

/** A message as the history has it, with what its thread says of the person. */
export interface PastMessage {
  message: Json;
  thread: Json;
}

/** One piece of a history, as delivered in one change of a callback. */
export interface HistoryPiece {
  /** How much of the history the provider has delivered with this piece, in percent. */
  announced: number;
  messages: PastMessage[];
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
  const progress = numberOf(isObject(metadata) ? metadata.progress : undefined);
  return {
    announced: progress >= 0 && progress <= 100 ? progress : 0,
    messages: objectsIn(threads).flatMap(({ id, context, messages }) =>
      objectsIn(messages).map((message) => ({
        message,
        thread: { ...(id !== undefined && { id }), ...(isObject(context) && context) },
      })),
    ),
    errors: objectsIn(errors).map(({ code }) => numberOf(code)),
  };
}

/**
 * Returns a message of the history in our shape; null if it has no id or names nobody.
 * @param entry the message, with whom its change names.
 * @param thread what its thread says of the person: `id`, `user_id` and `username`.
 */
export function readPastMessage(
  { item: message, ...named }: Pick<Entry, 'item'> & Named,
  { thread, business, blob, now }: { thread: Json; business: string; blob: string; now: Date },
): PastItem | null {
  const isOutbound = isOfBusiness(message, business);
  const sender = isOutbound
    ? { from: message.to, from_user_id: message.to_user_id }
    : { from: message.from, from_user_id: message.from_user_id };
  const envelope = readEnvelope({ ...message, ...sender, ...personOfThread(thread) }, named, now);
  if (!envelope || envelope.chatMessageId.trim() === '') return null;
  const { content, media, extra } = readContent(message, blob);
  const { references } = envelope;
  const username = envelope.username ?? (firstCodePoints(textOf(thread.username), MAX_ID_LENGTH) || null);
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

/** Only what the business sent names a receiver. */
function isOfBusiness({ from, to, to_user_id }: Json, business: string): boolean {
  return textOf(from).replace(/\D/g, '') === business || textOf(to) !== '' || textOf(to_user_id) !== '';
}

/** For people who hide their number, `id` may be the provider's id of them, or absent. */
function personOfThread({ id, user_id }: Json): { from?: string; from_user_id?: string } {
  const [name, userId] = [textOf(id).trim(), textOf(user_id)];
  const isNumber = /^\d+$/.test(name);
  return {
    ...(name !== '' && { from: isNumber ? name : '' }),
    ...(userId !== '' ? { from_user_id: userId } : name !== '' && !isNumber && { from_user_id: name }),
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
