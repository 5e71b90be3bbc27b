import {
  contentNotSupported,
  voiceNotesNotSupported,
  type ConnectorSend,
  type ContentOf,
  type MediaReference,
  type MessageContent,
  type MessageMedia,
} from '@chat/contracts/connector';
import { AppError, invalid } from '@chat/errors';
import type { ProviderErrorBody } from '../provider/provider-error';
import { mediaProblem } from './media-limits.rules';
import { documentName, headerMediaKind, withHeaderMedia } from './template-media.rules';

/** Content in the provider's shape: its type, and a member named after the type. */
export type OutgoingContent = { type: string } & Record<string, unknown>;

const MAX_TEXT_LENGTH = 4_096;
const MAX_CAPTION_LENGTH = 1_024;
/** The parameters of a location that have the names of our members. */
const locationParameters: readonly string[] = ['latitude', 'longitude', 'name', 'address'];

/**
 * Refuses content that the provider would not accept, before anything is uploaded.
 * @throws AppError `capability_error` or `validation_error`.
 */
export function requireSendable(content: MessageContent): void {
  switch (content.type) {
    case 'text':
      return requireLength(content.text, MAX_TEXT_LENGTH);
    case 'image':
    case 'video':
    case 'document':
      requireLength(content.text, MAX_CAPTION_LENGTH);
      return requireMedia(content.type, content.media);
    case 'audio':
      if (content.media.ptt) throw voiceNotesNotSupported();
      return requireMedia('audio', content.media);
    case 'template':
      return requireHeaderMedia(content);
    case 'location':
    case 'interactive':
    case 'product':
    case 'order':
    case 'reaction':
    case 'contacts':
      return;
    case 'sticker':
      return requireMedia('sticker', content.media);
    case 'system':
    case 'unsupported':
      throw contentNotSupported();
  }
}

/**
 * Converts content to the provider's shape.
 * @param mediaId the id of the uploaded bytes; null if the content has none.
 */
export function toOutgoing(content: MessageContent, mediaId: string | null): OutgoingContent {
  switch (content.type) {
    case 'text':
      return { type: 'text', text: { body: content.text, preview_url: content.link_preview ?? false } };
    case 'image':
    case 'video':
      return { type: content.type, [content.type]: { id: mediaId, ...captionOf(content.text) } };
    case 'document':
      return {
        type: 'document',
        document: { id: mediaId, ...captionOf(content.text), ...documentName(content.media.filename) },
      };
    case 'audio':
      return { type: 'audio', audio: { id: mediaId } };
    case 'location':
      return locationOf(content);
    case 'interactive':
      return { type: 'interactive', interactive: content.interactive };
    case 'template':
      return { type: 'template', template: withHeaderMedia(content, mediaId) };
    case 'product':
      return productOf(content);
    case 'order':
      return orderOf(content);
    case 'reaction':
      return { type: 'reaction', reaction: { ...content.reaction, emoji: content.reaction.emoji ?? '' } };
    case 'contacts':
      return { type: 'contacts', contacts: content.contacts };
    case 'sticker':
      return { type: 'sticker', sticker: { id: mediaId } };
    case 'system':
    case 'unsupported':
      throw contentNotSupported();
  }
}

/**
 * The name of the request member that a refusal is about: the one whose parameter the provider names, else the one with
 * the content.
 */
export function memberOf(
  content: MessageContent,
  error: Pick<ProviderErrorBody, 'message' | 'details'>,
): string {
  const parameter = parameterIn(`${error.details ?? ''} ${error.message}`);
  if (parameter === 'to' || parameter === 'recipient') return 'mobile';
  switch (content.type) {
    case 'location':
      return locationParameters.includes(parameter) ? parameter : 'latitude';
    case 'interactive':
      return 'interactive';
    case 'template':
      return 'template_id';
    case 'order':
      return 'created_order_data';
    case 'image':
    case 'document':
    case 'video':
    case 'audio':
    case 'product':
    case 'reaction':
    case 'contacts':
    case 'sticker':
      return content.type;
    case 'text':
    case 'system':
    case 'unsupported':
      return 'message';
  }
}

/** The last name of a path such as `location['longitude']` that follows the word param; empty without one. */
function parameterIn(words: string): string {
  const [, path = ''] = /\bparam(?:eter)?\s+([\w.[\]'"]+)/i.exec(words) ?? [];
  return path.match(/[A-Za-z_]\w*/g)?.at(-1) ?? '';
}

/** The member that names the message which one answers. A reaction has it in its content. */
export function contextOf({
  content,
  refers_to: referred,
}: Pick<ConnectorSend, 'content' | 'refers_to'>): object {
  return referred && content.type !== 'reaction' ? { context: { message_id: referred.chat_message_id } } : {};
}

/** The media to upload before the message; null if it has none. */
export function mediaOf(content: MessageContent): MediaReference | null {
  if (content.type === 'template') return content.header_media ?? null;
  return 'media' in content ? content.media : null;
}

/** Coordinates are sent as texts, as in the provider's documentation. */
function locationOf({ location }: ContentOf<'location'>): OutgoingContent {
  const { latitude, longitude, name, address } = location;
  return {
    type: 'location',
    location: {
      latitude: decimalOf(latitude),
      longitude: decimalOf(longitude),
      ...(name !== null && { name }),
      ...(address !== null && { address }),
    },
  };
}

/** Writes a number with digits only, never as `4e-7`. */
function decimalOf(value: number): string {
  return value.toLocaleString('en-US', {
    maximumFractionDigits: 20,
    useGrouping: false,
    signDisplay: 'negative',
  });
}

function productOf({ text, product }: ContentOf<'product'>): OutgoingContent {
  const { catalog_id, product_retailer_id, footer } = product;
  return {
    type: 'interactive',
    interactive: {
      type: 'product',
      ...(text !== null && { body: { text } }),
      ...(footer !== null && { footer: { text: footer } }),
      action: { catalog_id, product_retailer_id },
    },
  };
}

function orderOf({ text, order }: ContentOf<'order'>): OutgoingContent {
  return {
    type: 'interactive',
    interactive: {
      type: 'order_details',
      body: { text: text ?? '' },
      action: { name: 'review_and_pay', parameters: order },
    },
  };
}

function requireHeaderMedia({ template, header_media: media }: ContentOf<'template'>): void {
  const kind = headerMediaKind(template);
  if (kind !== null && media) requireMedia(kind, media);
}

function captionOf(text: string | null): object {
  return text === null ? {} : { caption: text };
}

function requireLength(text: string | null, max: number): void {
  if (text !== null && text.length > max && [...text].length > max) {
    throw invalid('message', `message may have ${max} characters on a Cloud channel. Shorten it.`);
  }
}

function requireMedia(type: 'image' | 'video' | 'document' | 'audio' | 'sticker', media: MessageMedia): void {
  const problem = mediaProblem(type, media);
  if (problem !== null)
    throw new AppError('capability_error', { reason: 'media_type_not_supported', message: problem });
}
