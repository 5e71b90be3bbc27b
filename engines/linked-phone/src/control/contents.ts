import { randomBytes } from 'node:crypto';
import { normalizeMessageContent, type proto } from '@whiskeysockets/baileys';
import type { PhoneMessage, WrittenMessage } from '@chat/test-kit';
import { toContent, type MediaKind } from '../engine/contents.rules';
import { answeredBy } from '../engine/references.rules';
import type { MediaHost } from '../network/media-host';
import type { PhoneMessage as Received } from '../network/phone';

/** Converts what the sandbox's control API takes as well. */
export async function toNetwork(
  media: MediaHost,
  written: Omit<WrittenMessage, 'to' | 'sent_at'>,
): Promise<proto.IMessage> {
  const { reply_to: replyTo, text } = written;
  if (replyTo !== undefined) return { extendedTextMessage: { text, contextInfo: { stanzaId: replyTo } } };
  return toContentPart(media, written);
}

async function toContentPart(
  media: MediaHost,
  written: Omit<WrittenMessage, 'to' | 'sent_at'>,
): Promise<proto.IMessage> {
  const { type = 'text', text, caption, filename, ptt } = written;
  const [, mimetype, bytes] = /^data:([^;]+);base64,(.*)$/.exec(written.media ?? '') ?? [];
  const stored = async (kind: MediaKind) => ({
    ...(await media.store(kind, Buffer.from(bytes!, 'base64'))),
    ...{ mimetype: written.mime_type ?? mimetype, caption },
  });
  switch (type) {
    case 'image':
      return { imageMessage: await stored(type) };
    case 'video':
      return { videoMessage: await stored(type) };
    case 'document':
      return { documentMessage: { ...(await stored(type)), fileName: filename } };
    case 'audio':
      return { audioMessage: { ...(await stored(type)), ptt } };
    case 'sticker':
      return { stickerMessage: await stored(type) };
    case 'location': {
      const { latitude, longitude, name, address } = written.location as Record<string, never>;
      return { locationMessage: { degreesLatitude: latitude, degreesLongitude: longitude, name, address } };
    }
    case 'contacts': {
      const cards = written.contacts as { name: { formatted_name: string }; phones: { phone: string }[] }[];
      const contacts = cards.map(({ name, phones }) => ({
        displayName: name.formatted_name,
        vcard: ['BEGIN:VCARD', ...phones.map(({ phone }) => `TEL;type=CELL:${phone}`), 'END:VCARD'].join(
          '\n',
        ),
      }));
      return { contactsArrayMessage: { contacts } };
    }
    case 'reaction': {
      const { message_id: id, emoji } = written.reaction as { message_id: string; emoji: string };
      return { reactionMessage: { key: { id }, text: emoji } };
    }
    case 'interactive': {
      const { button_reply: reply } = written.interactive as { button_reply: { id: string; title: string } };
      return { buttonsResponseMessage: { selectedButtonId: reply.id, selectedDisplayText: reply.title } };
    }
    case 'order':
      return { orderMessage: { orderId: (written.order as { order_id: string }).order_id, message: text } };
    case 'unsupported': {
      const { type, question } = written.content as { type: string; question: string };
      if (type === 'event') return { eventMessage: { name: question, startTime: 1_893_456_000 } };
      return { pollCreationMessage: { name: question, encKey: randomBytes(32) } };
    }
    default:
      return { conversation: text };
  }
}

/**
 * Converts what a phone received into what the sandbox's phones show.
 * @param to the number of the phone.
 */
export function toShown({ id, from, message, at }: Received, to: string): PhoneMessage {
  const content = toContent(message, { id, chat: '' })!;
  const isText = content.type === 'text';
  const media = 'media' in content ? content.media : null;
  const text = 'text' in content ? content.text : null;
  const documentName = normalizeMessageContent(message)?.documentMessage?.fileName ?? null;
  return {
    ...{ chat_message_id: id, from: from.digits, to, sent_at: at.toISOString(), read_at: null },
    reply_to: answeredBy(message),
    ...{ type: content.type, text: isText ? text : null, caption: isText ? null : text },
    media: media && {
      ...{
        mime_type: media.mime_type,
        filename: documentName,
        size: media.size,
        sha256: media.sha256,
        ptt: media.ptt,
      },
    },
    location: content.type === 'location' ? content.location : null,
    reaction: content.type === 'reaction' ? content.reaction : null,
    contacts: content.type === 'contacts' ? content.contacts : null,
    ...{ interactive: null, order: null, template: null },
  };
}
