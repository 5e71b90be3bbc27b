import {
  contentTypes,
  type ContentType,
  type MediaReference,
  type MessageContent,
} from '@chat/contracts/connector';
import type { Message } from '@chat/contracts/messaging';
import { storableJson, storableText } from './storable.rules';

/** The content of a message as its row has it. */
export interface ContentColumns {
  type: ContentType;
  /** What people read of it. */
  body: string | null;
  /** The other members of the content; null when there are none. */
  content: object | null;
}

/** `ContentColumns` on their way into the row. */
export interface StorableContent {
  type: ContentType;
  body: string | null;
  /** JSON. */
  content: string | null;
}

/** The most that a content may have beside its text, so that a page of such messages has a size that can be sent. */
export const MAX_JSON_LENGTH = 16_384;

type ContentMembers = Pick<
  Message,
  'type' | 'message' | 'media' | 'location' | 'template' | 'interactive' | 'context'
>;

/** A content, and what its message refers to, if anything. */
export type ReferringContent = MessageContent & { context?: object };

/** The columns of a content. One that this version does not know, or cannot show, is kept whole as `unsupported`. */
export function toStorable(content: ReferringContent): StorableContent {
  const { type, text = null, ...rest } = content as { type: ContentType; text?: string | null };
  const json = Object.keys(rest).length > 0 ? storableJson(rest) : null;
  if (type === 'unsupported') return { type, body: null, content: json };
  if (!contentTypes.includes(type) || (json && json.length > MAX_JSON_LENGTH)) {
    return toStorable({ type: 'unsupported', raw: JSON.stringify(content) });
  }
  return { type, body: text && storableText(text), content: json };
}

/** What clients see of the content of a row. */
export function toContentMembers(row: ContentColumns): ContentMembers {
  const content = { ...row.content, type: row.type, text: row.body } as MessageContent;
  return {
    type: row.type,
    message: row.body,
    media: mediaOf(content),
    location: content.type === 'location' ? content.location : null,
    template: content.type === 'template' ? content.template : null,
    interactive: interactiveOf(content),
    context: (row.content as { context?: object } | null)?.context ?? null,
  };
}

/** The media that a content has, if it is of a kind that has some. */
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

/** Without the key of the bytes, which is nobody's business outside. */
function mediaOf(content: MessageContent): Message['media'] {
  const media = mediaReferenceOf(content);
  if (!media) return null;
  const { mime_type, filename, size, sha256, ptt } = media;
  return { mime_type, filename, size, sha256, ptt };
}

/** Networks give each of these under its own name, beside its type. */
function interactiveOf(content: MessageContent): object | null {
  switch (content.type) {
    case 'interactive':
      return content.interactive;
    case 'product':
      return { type: content.type, product: content.product };
    case 'order':
      return { type: content.type, order: content.order };
    case 'contacts':
      return { type: content.type, contacts: content.contacts };
    case 'reaction':
      return { type: content.type, reaction: content.reaction };
    default:
      return null;
  }
}
