import { MAX_TEXT_LENGTH, type MediaReference, type MessageContent } from '@chat/contracts/connector';
import { referenceTo, type AnnouncedMedia } from '@chat/media-copies';
import { cleanFilename, cleanMediaType } from '@chat/media-files';
import { isObject } from '../provider/answer.rules';
import { objectsIn, textOf } from './envelope.rules';

type Json = Record<string, unknown>;

/** Media that is still at the provider. */
export interface InboundMedia extends AnnouncedMedia {
  /** By which the provider gives it out. */
  mediaId: string;
}

/** What a message says, with its media if that must be copied. */
export interface InboundContent {
  content: MessageContent;
  media: InboundMedia | null;
}

/** Nothing that the provider says nests deeper; what does is left out, since it cannot be written as JSON again. */
const MAX_LEVELS = 32;

/** The members of a message that are not what it says. */
const envelopeMembers = ['from', 'from_user_id', 'to', 'to_user_id', 'id', 'timestamp', 'history_context'];

/**
 * The content of a message in our shape. What nobody here knows, or what is not as it should be, is kept as it came.
 * @param blob where the bytes of its media are going to be.
 */
export function readContent(given: Json, blob: string): InboundContent {
  const message = withinLevels(given, MAX_LEVELS);
  const type = textOf(message.type);
  const member = isObject(message[type]) ? message[type] : {};
  switch (type) {
    case 'text':
      if (typeof member.body === 'string') return plain({ type, text: firstPart(member.body) });
      break;
    case 'image':
    case 'video':
    case 'document': {
      const media = readMedia(member);
      if (!media) break;
      return { media, content: { type, text: wordsOf(member.caption), media: awaited(media, blob) } };
    }
    case 'audio':
    case 'sticker': {
      const media = readMedia(member);
      if (media) return { media, content: { type, media: awaited(media, blob) } };
      break;
    }
    case 'location':
      return plain(readLocation(member) ?? unsupported(message));
    case 'contacts':
      return plain({ type, contacts: objectsIn(message.contacts) });
    case 'reaction':
      if (typeof member.message_id !== 'string' || member.message_id === '') break;
      return plain({
        type,
        reaction: { message_id: member.message_id, emoji: textOf(member.emoji) || null },
      });
    case 'interactive':
      return plain({ type, text: titleOf(member), interactive: member });
    case 'button':
      return plain({
        type: 'interactive',
        text: wordsOf(member.text),
        interactive: { type, button: member },
      });
    case 'order':
      return plain({ type, text: wordsOf(member.text), order: member });
  }
  return plain(unsupported(message));
}

/** The value, with null in the place of objects and lists that lie deeper. */
function withinLevels<T>(value: T, levels: number): T {
  if (typeof value !== 'object' || value === null) return value;
  if (levels === 0) return null as T;
  const within = (member: unknown) => withinLevels(member, levels - 1);
  if (Array.isArray(value)) return (value as unknown[]).map(within) as T;
  return Object.fromEntries(Object.entries(value).map(([name, member]) => [name, within(member)])) as T;
}

/** The media as it is referred to while its bytes are on their way; their number is not known yet. */
function awaited(media: InboundMedia, blob: string): MediaReference {
  return { ...referenceTo(media, blob), awaited: true };
}

function readMedia({ id, mime_type, filename, sha256, voice }: Json): InboundMedia | null {
  const mediaId = textOf(id);
  if (!/^\d{1,40}$/.test(mediaId)) return null;
  return {
    mediaId,
    mime_type: cleanMediaType(textOf(mime_type)),
    filename: typeof filename === 'string' ? cleanFilename(filename) : null,
    sha256: hexOf(sha256),
    ptt: voice === true,
  };
}

function readLocation({ latitude, longitude, name, address }: Json): MessageContent | null {
  const place = { latitude: numberOf(latitude), longitude: numberOf(longitude) };
  const exists = Math.abs(place.latitude) <= 90 && Math.abs(place.longitude) <= 180;
  if (!exists) return null;
  return { type: 'location', location: { ...place, name: wordsOf(name), address: wordsOf(address) } };
}

/** Coordinates are numbers, and might be texts. NaN for anything else. */
function numberOf(value: unknown): number {
  return typeof value === 'number' || (typeof value === 'string' && value.trim() !== '')
    ? Number(value)
    : NaN;
}

/** What somebody chose. */
function titleOf(interactive: Json): string | null {
  const reply = interactive[textOf(interactive.type)];
  return isObject(reply) ? (wordsOf(reply.title) ?? wordsOf(reply.body)) : null;
}

/** The provider describes what it does not pass on in a member of its own. */
function unsupported(message: Json): MessageContent {
  const { unsupported: described, errors } = message;
  const said = Object.fromEntries(
    Object.entries(message).filter(([name]) => !envelopeMembers.includes(name)),
  );
  const raw = message.type === 'unsupported' && isObject(described) ? { ...described, errors } : said;
  return { type: 'unsupported', raw: JSON.stringify(raw) };
}

function plain(content: MessageContent): InboundContent {
  return { content, media: null };
}

function wordsOf(value: unknown): string | null {
  return typeof value === 'string' && value !== '' ? firstPart(value) : null;
}

function firstPart(text: string): string {
  return text.length > MAX_TEXT_LENGTH ? [...text].slice(0, MAX_TEXT_LENGTH).join('') : text;
}

/** Callbacks have digests in base64. */
function hexOf(digest: unknown): string | null {
  if (typeof digest !== 'string') return null;
  if (/^[0-9a-f]{64}$/i.test(digest)) return digest.toLowerCase();
  const bytes = Uint8Array.from(
    atob(/^[A-Za-z0-9+/=]+$/.test(digest) && digest.length % 4 === 0 ? digest : ''),
    (c) => c.charCodeAt(0),
  );
  return bytes.length === 32
    ? Array.from(bytes, (byte) => byte.toString(16).padStart(2, '0')).join('')
    : null;
}
