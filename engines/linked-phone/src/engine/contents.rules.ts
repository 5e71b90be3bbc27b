import { getContentType, normalizeMessageContent, proto } from '@whiskeysockets/baileys';
import type { ContentOf, MessageContent, MessageLocation } from '@chat/contracts/connector';
import type { ContactCard } from '@chat/contracts/messaging';
import type { InboundContent, InboundMedia } from '@chat/device-sessions/engines';
import { toCards } from './contact-cards.rules';
import { cleanPart, type MediaPart } from './media-parts.rules';

/** The kinds of media on the network. */
export type MediaKind = 'image' | 'video' | 'document' | 'audio' | 'sticker';

/** What is needed to have media again, beside what a message says of it. */
export interface MediaName {
  /** The message, and whose chat it is in. */
  id: string;
  chat: string;
}

/** Where the bytes of received media are, and how to read them. */
export interface MediaSource extends MediaName {
  kind: MediaKind;
  directPath: string;
  /** Base64. */
  mediaKey: string;
  sha256: string;
  size: number;
}

/** What an upload returned, for the message. Bytes are base64. */
export interface Uploaded {
  url: string;
  directPath: string;
  mediaKey: string;
  fileEncSha256: string;
  mediaKeyTimestamp: number;
}

/** What the network's own programs tell each other: it is nothing that a person wrote. */
const internal: readonly (keyof proto.IMessage)[] = [
  'protocolMessage',
  'senderKeyDistributionMessage',
  'fastRatchetKeySenderKeyDistributionMessage',
  'messageContextInfo',
  'keepInChatMessage',
  'pinInChatMessage',
  'callLogMesssage',
  'placeholderMessage',
];

/** @returns null for what nobody wrote. Unknown content is kept as it came, with its kind in the network's word. */
export function toContent(message: proto.IMessage, name: MediaName): InboundContent | null {
  const content = normalizeMessageContent(message) ?? {};
  const type = getContentType(content);
  if (!type || internal.includes(type)) return null;
  const raw = () => JSON.stringify({ type, ...proto.Message.fromObject(content).toJSON() });
  return known(content, name) ?? { type: 'unsupported', raw: raw() };
}

function known(content: proto.IMessage, name: MediaName): InboundContent | null {
  const { conversation, extendedTextMessage, imageMessage, videoMessage, documentMessage } = content;
  const text = conversation || extendedTextMessage?.text;
  if (text) return { type: 'text', text };
  if (imageMessage) return visual('image', imageMessage, name);
  if (videoMessage) return visual('video', videoMessage, name);
  if (documentMessage) return visual('document', documentMessage, name);
  if (content.audioMessage) return sound('audio', content.audioMessage, name);
  if (content.stickerMessage) return sound('sticker', content.stickerMessage, name);
  if (content.locationMessage) return located(content.locationMessage);
  if (content.contactMessage) return { type: 'contacts', contacts: [contactOf(content.contactMessage)] };
  if (content.contactsArrayMessage)
    return { type: 'contacts', contacts: (content.contactsArrayMessage.contacts ?? []).map(contactOf) };
  if (content.reactionMessage?.key?.id) {
    const { key, text: emoji } = content.reactionMessage;
    return { type: 'reaction', reaction: { message_id: key.id!, emoji: emoji || null } };
  }
  if (content.orderMessage) {
    const { orderId, message, token, itemCount } = content.orderMessage;
    const order = {
      order_id: orderId ?? '',
      ...(token && { token }),
      ...(itemCount && { item_count: itemCount }),
    };
    return { type: 'order', text: message || null, order };
  }
  return answered(content);
}

/** Returns the answer to a menu or to buttons. */
function answered({
  buttonsResponseMessage,
  listResponseMessage,
  templateButtonReplyMessage,
}: proto.IMessage) {
  const reply = (
    type: 'button_reply' | 'list_reply',
    id: string,
    title: string,
  ): ContentOf<'interactive'> => ({
    ...{ type: 'interactive', text: title },
    interactive: { type, [type]: { id, title } },
  });
  if (buttonsResponseMessage) {
    const { selectedButtonId, selectedDisplayText } = buttonsResponseMessage;
    return reply('button_reply', selectedButtonId ?? '', selectedDisplayText ?? '');
  }
  if (templateButtonReplyMessage) {
    const { selectedId, selectedDisplayText } = templateButtonReplyMessage;
    return reply('button_reply', selectedId ?? '', selectedDisplayText ?? '');
  }
  if (listResponseMessage)
    return reply(
      'list_reply',
      listResponseMessage.singleSelectReply?.selectedRowId ?? '',
      listResponseMessage.title ?? '',
    );
  return null;
}

function visual(
  type: 'image' | 'video' | 'document',
  part: MediaPart & { caption?: string | null },
  name: MediaName,
): InboundContent | null {
  const media = mediaOf(type, part, name);
  return media && { type, text: part.caption || null, media };
}

function sound(type: 'audio' | 'sticker', part: MediaPart, name: MediaName): InboundContent | null {
  const media = mediaOf(type, part, name);
  return media && { type, media };
}

/** @returns null for media that cannot be fetched. */
function mediaOf(kind: MediaKind, part: MediaPart, name: MediaName): InboundMedia | null {
  const clean = cleanPart(part);
  if (!clean) return null;
  const { directPath, sha256, size, ptt, filename } = clean;
  const mediaKey = clean.mediaKey.toString('base64');
  const source: MediaSource = { ...name, kind, directPath, mediaKey, sha256, size };
  return { source: JSON.stringify(source), mime_type: clean.mimeType, filename, size, sha256, ptt };
}

function located(part: proto.Message.ILocationMessage): InboundContent | null {
  const { degreesLatitude: latitude, degreesLongitude: longitude, name, address } = part;
  if (typeof latitude !== 'number' || typeof longitude !== 'number') return null;
  // Neither is true of what is no number.
  if (!(Math.abs(latitude) <= 90 && Math.abs(longitude) <= 180)) return null;
  const location: MessageLocation = { latitude, longitude, name: name || null, address: address || null };
  return { type: 'location', location };
}

/** Reads the name and the numbers of a card. */
function contactOf({ displayName, vcard }: proto.Message.IContactMessage): object {
  const lines = (vcard ?? '').split(/\r?\n/);
  const phones = lines.flatMap((line) => /^TEL[^:]*:(.+)$/.exec(line)?.[1] ?? []).map((phone) => ({ phone }));
  return { name: { formatted_name: displayName ?? '' }, phones };
}

/** @returns null for content that phones do not send. */
export function toMessage(content: MessageContent, uploaded: Uploaded | null): proto.IMessage | null {
  switch (content.type) {
    case 'text':
      return { conversation: content.text };
    case 'image':
      return { imageMessage: { ...sent(content, uploaded), caption: content.text } };
    case 'video':
      return { videoMessage: { ...sent(content, uploaded), caption: content.text } };
    case 'document': {
      const { filename } = content.media;
      const document = {
        ...sent(content, uploaded),
        caption: content.text,
        fileName: filename,
        title: filename,
      };
      return { documentMessage: document };
    }
    case 'audio':
      return { audioMessage: { ...sent(content, uploaded), ptt: content.media.ptt } };
    case 'sticker':
      return { stickerMessage: sent(content, uploaded) };
    case 'contacts':
      return toCards(content.contacts as ContactCard[]);
    case 'location': {
      const { latitude, longitude, name, address } = content.location;
      return { locationMessage: { degreesLatitude: latitude, degreesLongitude: longitude, name, address } };
    }
    default:
      return null;
  }
}

function sent({ media }: Extract<MessageContent, { media: object }>, uploaded: Uploaded | null) {
  if (!uploaded) throw new Error('The bytes of the message have not been uploaded.');
  const { url, directPath, mediaKey, fileEncSha256, mediaKeyTimestamp } = uploaded;
  return {
    ...{ url, directPath, mediaKeyTimestamp },
    mediaKey: Buffer.from(mediaKey, 'base64'),
    fileEncSha256: Buffer.from(fileEncSha256, 'base64'),
    fileSha256: Buffer.from(media.sha256, 'hex'),
    fileLength: media.size,
    mimetype: media.mime_type,
  };
}
