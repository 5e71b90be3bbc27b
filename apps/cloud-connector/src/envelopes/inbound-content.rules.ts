import { MAX_TEXT_LENGTH, type MediaReference, type MessageContent } from '@chat/contracts/connector';
import { referenceTo, type AnnouncedMedia } from '@chat/connector-kit';
import { cleanFilename, cleanMediaType } from '@chat/media';
import { isObject } from '../provider/answer.rules';
import { firstCodePoints } from './code-points.rules';
import { numberOf, objectsIn, textOf } from './envelope.rules';
import { referencesOf } from './references.rules';

type Json = Record<string, unknown>;

/** Media that is not yet downloaded from the provider. */
export interface InboundMedia extends AnnouncedMedia {
  /** The provider's id for downloading it. */
  mediaId: string;
}

/** The content of a message, with its media if that must be copied. */
export interface InboundContent {
  content: MessageContent;
  media: InboundMedia | null;
  /** The members that we do not know; null if there are none. */
  extra: object | null;
}

type KnownContent = Omit<InboundContent, 'extra'>;

/** The members of a message that are not content. */
const envelopeMembers = [
  'from',
  'from_user_id',
  'to',
  'to_user_id',
  'id',
  'timestamp',
  'type',
  'history_context',
];

/** `url` is known and not kept: it is a link of five minutes that bears its own signature. */
const mediaMembers = ['id', 'mime_type', 'sha256', 'url', 'filename', 'voice'];
const captionedMembers = [...mediaMembers, 'caption'];

/** The members that we know of the kinds that we do not keep whole. */
const knownMembers: ReadonlyMap<string, readonly string[]> = new Map(
  Object.entries({
    text: ['body'],
    image: captionedMembers,
    video: captionedMembers,
    document: captionedMembers,
    audio: mediaMembers,
    sticker: mediaMembers,
    location: ['latitude', 'longitude', 'name', 'address'],
    reaction: ['message_id', 'emoji'],
  }),
);

/** Maximum length as JSON, so that the event fits on the bus whatever the provider adds. */
const MAX_EXTRA_LENGTH = 64 * 1024;
const MAX_ORIGIN_LENGTH = 200;

/**
 * Returns the content of a message in our shape. Unknown or malformed content is kept as it came.
 * @param blob where the bytes of its media are going to be stored.
 */
export function readContent(message: Json, blob: string): InboundContent {
  const known = readKnown(message, blob);
  return { ...known, extra: known.content.type === 'unsupported' ? null : extraOf(message) };
}

function readKnown(message: Json, blob: string): KnownContent {
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
      return plain({ type, contacts: objectsIn(message.contacts), ...originOf(message) });
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

/** Returns the unknown members of a message, and those of its content under the name of its type; null if there are none. */
export function extraOf(message: Json): object | null {
  const type = textOf(message.type);
  const known = knownMembers.get(type);
  const content = message[type];
  const unknownContent = known && isObject(content) ? without(content, known) : {};
  const shown = [
    ...envelopeMembers,
    ...Object.keys(referencesOf(message)),
    ...(type === 'contacts' ? ['origin'] : []),
  ];
  const extra = {
    ...without(message, [...shown, type]),
    ...(Object.keys(unknownContent).length > 0 && { [type]: unknownContent }),
  };
  const isKept = Object.keys(extra).length > 0 && JSON.stringify(extra).length <= MAX_EXTRA_LENGTH;
  return isKept ? extra : null;
}

function without(value: Json, names: readonly string[]): Json {
  return Object.fromEntries(Object.entries(value).filter(([name]) => !names.includes(name)));
}

/** How shared contacts came to be shared. */
function originOf(message: Json): { origin?: string } {
  const origin = firstCodePoints(textOf(message.origin), MAX_ORIGIN_LENGTH);
  return origin === '' ? {} : { origin };
}

/** The reference to media before its bytes are copied; the size is not known yet. */
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

/** The title of the chosen option. */
function titleOf(interactive: Json): string | null {
  const reply = interactive[textOf(interactive.type)];
  return isObject(reply) ? (wordsOf(reply.title) ?? wordsOf(reply.body)) : null;
}

/** The provider describes content that it does not forward in a member of its own. */
function unsupported(message: Json): MessageContent {
  const { type, unsupported: described } = message;
  const said = without(message, [...envelopeMembers, ...Object.keys(referencesOf(message))]);
  const isDescribed = type === 'unsupported' && isObject(described);
  const raw = isDescribed ? { ...without(said, ['unsupported']), ...described } : { type, ...said };
  return { type: 'unsupported', raw: JSON.stringify(raw) };
}

function plain(content: MessageContent): KnownContent {
  return { content, media: null };
}

/** A text of the provider, cut to what a message may have; null for none. */
export function wordsOf(value: unknown): string | null {
  return typeof value === 'string' && value !== '' ? firstPart(value) : null;
}

function firstPart(text: string): string {
  return text.length > MAX_TEXT_LENGTH ? [...text].slice(0, MAX_TEXT_LENGTH).join('') : text;
}

/** Converts a digest, which callbacks carry in base64. */
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
