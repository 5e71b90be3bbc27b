import {
  contentTypes,
  type ContentType,
  type MediaReference,
  type MessageContent,
} from '@chat/contracts/connector';
import type { Message } from '@chat/contracts/messaging';
import { storableJson, storableText } from './storable.rules';
import { toUnsupported } from './unsupported.rules';

/** The content columns of a message's row. */
export interface ContentColumns {
  type: ContentType;
  /** The human-readable text. */
  body: string | null;
  /** The other members of the content; null if there are none. */
  content: object | null;
}

/** `ContentColumns` to be written to the row. */
export interface StorableContent {
  type: ContentType;
  body: string | null;
  /** JSON. */
  content: string | null;
}

/** The maximum size of a content besides its text, so that a page of such messages stays small enough to send. */
export const MAX_JSON_LENGTH = 16_384;

type ContentMembers = Pick<
  Message,
  | 'type'
  | 'message'
  | 'media'
  | 'location'
  | 'template'
  | 'interactive'
  | 'context'
  | 'referral'
  | 'system'
  | 'unsupported'
>;

/** What a message refers to, stored with its content. */
interface References {
  /** Such as the message that it replies to. */
  context?: object;
  /** The ad or post from which its sender came. */
  referral?: object;
}

/** A content and what the message refers to. */
export type ReferringContent = MessageContent & References;

/** Adds to a content what its message refers to. */
export function withReferences(content: MessageContent, { context, referral }: References): ReferringContent {
  return { ...content, ...(context && { context }), ...(referral && { referral }) };
}

/**
 * Converts a content to columns. One that this version does not know or cannot show is stored whole as `unsupported`.
 */
export function toStorable(content: ReferringContent): StorableContent {
  const { type, text = null, ...rest } = content as { type: ContentType; text?: string | null };
  const json = Object.keys(rest).length > 0 ? storableJson(rest) : null;
  if (type === 'unsupported') return { type, body: null, content: json };
  if (!contentTypes.includes(type) || (json && json.length > MAX_JSON_LENGTH)) {
    return toStorable({ type: 'unsupported', raw: JSON.stringify(content) });
  }
  return { type, body: text && storableText(text), content: json };
}

/** Converts the content of a row to its public form. */
export function toContentMembers(row: ContentColumns): ContentMembers {
  const content = { ...row.content, type: row.type, text: row.body } as MessageContent;
  return {
    type: row.type,
    message: row.body,
    media: mediaOf(content),
    location: content.type === 'location' ? content.location : null,
    template: content.type === 'template' ? content.template : null,
    interactive: interactiveOf(content),
    ...referencesOf(row.content),
    system: content.type === 'system' ? content.system : null,
    unsupported: content.type === 'unsupported' ? toUnsupported(content.raw ?? '') : null,
  };
}

/** The public form of a deleted message: what it was, and what it referred to. */
export function toEmptyMembers(row: ContentColumns): ContentMembers {
  return {
    type: row.type,
    message: null,
    media: null,
    location: null,
    template: null,
    interactive: null,
    ...referencesOf(row.content),
    system: null,
    unsupported: null,
  };
}

function referencesOf(content: References | null): Pick<Message, 'context' | 'referral'> {
  return { context: content?.context ?? null, referral: content?.referral ?? null };
}

/** Returns the media of a content, if its kind has media. */
export function mediaReferenceOf(content: MessageContent): MediaReference | null {
  switch (content.type) {
    case 'image':
    case 'video':
    case 'document':
    case 'audio':
    case 'sticker':
      return content.media;
    case 'template':
      return content.header_media ?? null;
    default:
      return null;
  }
}

/** Whether the account's retention has deleted the bytes of a message. */
export function isExpired(row: ContentColumns): boolean {
  return mediaReferenceOf({ ...row.content, type: row.type } as MessageContent)?.expired === true;
}

/** Omits the blob key, which is internal. */
function mediaOf(content: MessageContent): Message['media'] {
  const media = mediaReferenceOf(content);
  if (!media) return null;
  const { mime_type, filename, size, sha256, ptt } = media;
  return { mime_type, filename, size, sha256, ptt };
}

/** Networks give each of these under its own name, alongside its type. */
function interactiveOf(content: MessageContent): object | null {
  switch (content.type) {
    case 'interactive':
      return content.interactive;
    case 'product':
      return { type: content.type, product: content.product };
    case 'order':
      return { type: content.type, order: content.order };
    case 'contacts':
      return {
        type: content.type,
        contacts: content.contacts,
        ...(content.origin !== undefined && { origin: content.origin }),
      };
    case 'reaction':
      return { type: content.type, reaction: content.reaction };
    default:
      return null;
  }
}
