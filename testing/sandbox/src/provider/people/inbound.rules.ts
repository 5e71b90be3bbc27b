import { callbackError } from '../graph/error-table';
import type { WrittenContent, WrittenMessage } from './written-message';

/** The media of a person's message, once it is stored. */
export interface InboundMedia {
  id: string;
  mimeType: string;
  /** In hex. */
  sha256: string;
}

export interface InboundFacts {
  wamid: string;
  waId: string;
  userId: string;
  profileName: string;
  /** Epoch milliseconds. */
  at: number;
  /** The digits of the business number, as the sender of the quoted message. */
  businessDigits: string;
  /** Whether the business sees only the user id. */
  hidesNumber: boolean;
  media: InboundMedia | null;
  /** The content of the message that is edited, if it is known. */
  original: MessageMember | null;
}

/** `type`, and the member named after it. */
export type MessageMember = { type: string } & Record<string, unknown>;

/** Returns the `contacts` and `messages` of the callback for one message of a person. */
export function toInbound(
  written: WrittenMessage,
  facts: InboundFacts,
): { contacts?: object[]; messages: object[] } {
  const { content, context, referral, username, more } = written;
  const sender = facts.hidesNumber
    ? { from_user_id: facts.userId }
    : { from: facts.waId, from_user_id: facts.userId };
  const message = {
    ...(context && { context: contextOf(context, facts) }),
    ...sender,
    id: facts.wamid,
    timestamp: String(Math.floor(facts.at / 1000)),
    ...toMember(content, facts),
    ...(referral && { referral }),
    ...more,
  };
  if (content.type === 'system') return { messages: [message] };
  const contact = {
    profile: { name: facts.profileName, ...(username !== null && { username }) },
    ...(!facts.hidesNumber && { wa_id: facts.waId }),
    user_id: facts.userId,
  };
  return { contacts: [contact], messages: [message] };
}

function contextOf(
  { message_id: id, forwarded, ...more }: NonNullable<WrittenMessage['context']>,
  facts: InboundFacts,
): object {
  return {
    ...(id !== undefined && { from: facts.businessDigits, id }),
    ...(forwarded && { forwarded }),
    ...more,
  };
}

export function toMember(
  content: WrittenContent,
  { media, original }: Pick<InboundFacts, 'media' | 'original'>,
): MessageMember {
  switch (content.type) {
    case 'text':
      return { type: 'text', text: { body: content.text } };
    case 'image':
    case 'video':
      return { type: content.type, [content.type]: { ...captionOf(content.caption), ...mediaMember(media) } };
    case 'document': {
      const filename = content.filename === undefined ? {} : { filename: content.filename };
      return {
        type: 'document',
        document: { ...captionOf(content.caption), ...filename, ...mediaMember(media) },
      };
    }
    case 'audio':
      return { type: 'audio', audio: { ...mediaMember(media), voice: content.ptt ?? false } };
    case 'sticker':
      return { type: 'sticker', sticker: { ...mediaMember(media), animated: false } };
    case 'reaction': {
      const { message_id, emoji } = content.reaction;
      return { type: 'reaction', reaction: { message_id, ...(emoji && { emoji }) } };
    }
    case 'order':
      return {
        type: 'order',
        order: { ...content.order, ...(content.text !== undefined && { text: content.text }) },
      };
    case 'unsupported':
      return {
        type: 'unsupported',
        errors: [callbackError(131051)],
        unsupported: { type: 'unknown', ...content.content },
      };
    case 'location':
      return { type: 'location', location: content.location };
    case 'contacts':
      return {
        type: 'contacts',
        contacts: content.contacts,
        ...(content.origin !== undefined && { origin: content.origin }),
      };
    case 'interactive':
      return { type: 'interactive', interactive: content.interactive };
    case 'button':
      return { type: 'button', button: content.button };
    case 'request_welcome':
      return { type: 'request_welcome' };
    case 'edit':
      return toEdit(content.message_id, content.text, original);
    case 'revoke':
      return toRevoke(content.message_id);
    case 'system':
      return { type: 'system', system: content.system };
  }
}

/**
 * An edited message: its new text, or its media with the new caption.
 * developers.facebook.com/documentation/business-messaging/whatsapp/webhooks/reference/messages/edit
 */
export function toEdit(
  messageId: string,
  text: string | undefined,
  original: MessageMember | null,
): MessageMember {
  const { type = 'text' } = original ?? {};
  const isMedia = ['image', 'video', 'document'].includes(type);
  const message = isMedia
    ? { type, [type]: { ...(original?.[type] as object), caption: text } }
    : { type: 'text', text: { body: text } };
  return {
    type: 'edit',
    edit: { original_message_id: messageId, message: { context: { id: 'M0' }, ...message } },
  };
}

/**
 * A deleted message.
 * developers.facebook.com/documentation/business-messaging/whatsapp/webhooks/reference/messages/revoke
 */
export function toRevoke(messageId: string): MessageMember {
  return { type: 'revoke', revoke: { original_message_id: messageId } };
}

function captionOf(caption: string | undefined): object {
  return caption === undefined ? {} : { caption };
}

function mediaMember(media: InboundMedia | null): object {
  if (!media) return {};
  return {
    mime_type: media.mimeType,
    sha256: Buffer.from(media.sha256, 'hex').toString('base64'),
    id: media.id,
  };
}
