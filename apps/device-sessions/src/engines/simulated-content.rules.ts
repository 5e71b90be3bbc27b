import type { MediaReference, MessageContent, MessageLocation } from '@chat/contracts/connector';
import {
  readContent,
  type NetworkContent,
  type NetworkMedia,
  type NetworkMessage,
} from '@chat/device-network';
import { cleanFilename, cleanMediaType } from '@chat/media';
import type { Arrival, InboundContent, InboundMedia, Person, Referred } from './device-engine';

/** What the network delivers until it is confirmed. */
export type NetworkArrival = Extract<NetworkMessage, { type: 'receipt' | 'message' | 'echo' }>;
type IncomingMessage = Extract<NetworkMessage, { type: 'message' }>;
type OutgoingContent = { text: string | null; other?: NetworkContent; reply_to?: string };

/** Converts what the network delivers. */
export function toArrival(message: NetworkArrival, now: Date): Arrival {
  const chatMessageId = message.id;
  switch (message.type) {
    case 'receipt': {
      const { type, level, code: errorCode } = message;
      return { type, chatMessageId, level, errorCode, at: toTime(message.at_ms, now) };
    }
    case 'message': {
      const { type, push_name: pushName } = message;
      const from = toPerson(message.from, message.from_id);
      return {
        ...{ type, chatMessageId, from, pushName },
        content: toContent(message),
        ...(message.reply_to !== undefined && { repliesTo: message.reply_to }),
        sentAt: toTime(message.sent_at_ms, now),
      };
    }
    case 'echo':
      return {
        ...{ type: 'echo', chatMessageId, to: toPerson(message.to, message.to_id) },
        content: toContent(message),
        ...(message.reply_to !== undefined && { repliesTo: message.reply_to }),
        sentAt: toTime(message.sent_at_ms, now),
      };
  }
}

export function toPerson(phone: string | null, userId: string | null | undefined): Person {
  return { phone, userId: userId ?? null };
}

/** Returns what the network takes as the recipient: the number, or the id of a person who hides it. */
export function addressOf({ phone, userId }: Person): string {
  return phone ?? userId ?? '';
}

/** Converts a time from the network. Clocks may be wrong, so the time is clamped to between 1970 and `now`. */
export function toTime(milliseconds: number, now: Date): Date {
  return new Date(Math.min(Math.max(milliseconds, 0), now.getTime()));
}

/** Converts the content of a message from the network. Unknown content is kept as it came. */
export function toContent({ text, other }: Pick<IncomingMessage, 'text' | 'other'>): InboundContent {
  if (text !== null) return { type: 'text', text };
  const content = other && readContent(other);
  const known = content && toKnownContent(content);
  return known ?? { type: 'unsupported', raw: JSON.stringify(other ?? null) };
}

/** @returns null for content that the contract cannot represent. */
function toKnownContent(content: NetworkContent): InboundContent | null {
  switch (content.type) {
    case 'image':
    case 'video':
    case 'document':
      return { type: content.type, text: content.caption, media: toMedia(content.media) };
    case 'audio':
    case 'sticker':
      return { type: content.type, media: toMedia(content.media) };
    case 'location':
      return isOnEarth(content.location) ? { type: 'location', location: content.location } : null;
    case 'contacts':
      return { type: 'contacts', contacts: content.contacts };
    case 'reaction':
      return { type: 'reaction', reaction: content.reaction };
    case 'interactive':
      return {
        type: 'interactive',
        text: content.text,
        interactive: content.interactive,
      };
    case 'order':
      return { type: 'order', text: content.text, order: content.order };
  }
}

/**
 * Converts content that is to be sent to the network's format.
 * @param ref the network's reference to the bytes of media.
 * @param referred what it answers, or reacts to.
 * @returns null for content that phones do not send.
 */
export function toOutgoing(
  content: MessageContent,
  ref: string | null,
  referred: Referred | null = null,
): OutgoingContent | null {
  const outgoing = toUnrelated(content, ref);
  if (!outgoing || !referred || content.type === 'reaction') return outgoing;
  return { ...outgoing, reply_to: referred.chatMessageId };
}

function toUnrelated(content: MessageContent, ref: string | null): OutgoingContent | null {
  switch (content.type) {
    case 'text':
      return { text: content.text };
    case 'image':
    case 'video':
    case 'document':
      return {
        text: null,
        other: { type: content.type, caption: content.text, media: toNetworkMedia(content.media, ref) },
      };
    case 'audio':
    case 'sticker':
      return { text: null, other: { type: content.type, media: toNetworkMedia(content.media, ref) } };
    case 'location':
      return { text: null, other: { type: content.type, location: content.location } };
    case 'contacts':
      return { text: null, other: { type: content.type, contacts: content.contacts } };
    case 'reaction':
      return { text: null, other: { type: content.type, reaction: content.reaction } };
    default:
      return null;
  }
}

function toMedia({ ref, mime_type, filename, size, sha256, ptt }: NetworkMedia): InboundMedia {
  return {
    source: ref,
    mime_type: cleanMediaType(mime_type),
    filename: cleanFilename(filename ?? undefined),
    size,
    sha256,
    ptt,
  };
}

function toNetworkMedia(media: MediaReference, ref: string | null): NetworkMedia {
  const { mime_type, filename, size, sha256, ptt } = media;
  return { ref: ref ?? '', mime_type, filename, size, sha256, ptt };
}

function isOnEarth({ latitude, longitude }: MessageLocation): boolean {
  return Math.abs(latitude) <= 90 && Math.abs(longitude) <= 180;
}
