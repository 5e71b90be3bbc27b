import { isBlank, isShortJson, Problems, type StoredFile } from '@chat/contracts';
import type { ContentOf } from '@chat/contracts/connector';
import { MAX_ORDER_LENGTH, type SendMessage } from '@chat/contracts/messaging';
import { AppError } from '@chat/errors';
import { cleanFilename } from '@chat/media';
import { bodyOf, judgeInteractive } from './interactive.rules';

/** The kinds of content that are files. */
export type FileKind = 'image' | 'document' | 'video' | 'audio' | 'sticker';

/** A file that a request contains, or refers to by URL. */
export interface RequestedFile {
  type: FileKind;
  /** The member of the request that contains it. */
  member: string;
  /** The source of the bytes: already stored, a URL, or the id of a file that was uploaded before. */
  from: { file: StoredFile } | { url: string } | { mediaId: string };
  /** The caption. */
  text: string | null;
  /** The name to show; null keeps the file's own name. */
  filename: string | null;
  isVoiceNote: boolean;
}

/** An interactive asset of the account. */
export interface RequestedAsset {
  type: 'interactive';
  asset: 'cta_url' | 'interactive_list';
  id: number;
}

/** A reaction to a message that is named by our id. */
export interface RequestedReaction {
  type: 'reaction';
  /** Null takes the reaction back. */
  emoji: string | null;
}

/** The requested content, as far as the request alone determines it. */
export type RequestedContent =
  | ContentOf<'text' | 'location' | 'product' | 'order' | 'contacts' | 'interactive'>
  | RequestedFile
  | RequestedAsset
  | RequestedReaction;

const MAX_ORDER_BODY = 1_024;
const graphemes = new Intl.Segmenter('en', { granularity: 'grapheme' });

const fileKinds: readonly FileKind[] = ['image', 'document', 'video', 'audio', 'sticker'];

/** The content members, in the order of the documentation, and the kind of content that each introduces. */
const kindOfMember = {
  image: 'image',
  image_url: 'image',
  image_id: 'image',
  document: 'document',
  document_url: 'document',
  document_id: 'document',
  video: 'video',
  video_url: 'video',
  video_id: 'video',
  audio: 'audio',
  audio_url: 'audio',
  audio_id: 'audio',
  sticker: 'sticker',
  sticker_url: 'sticker',
  sticker_id: 'sticker',
  latitude: 'location',
  longitude: 'location',
  interactive: 'interactive',
  cta_url_id: 'interactive',
  interactive_list_id: 'interactive',
  product: 'product',
  created_order_data: 'order',
  contacts: 'contacts',
  reaction: 'reaction',
} as const;

type ContentMember = keyof typeof kindOfMember;
type Kind = (typeof kindOfMember)[ContentMember];

/** The kinds whose text is `message`. */
const captioned: readonly (Kind | undefined)[] = [undefined, 'image', 'document', 'video'];

/** The kinds of content that auxiliary members belong to. */
const companions = {
  ptt: { kind: 'audio', with: 'audio, audio_url or audio_id' },
  filename: { kind: 'document', with: 'document, document_url or document_id' },
  name: { kind: 'location', with: 'latitude and longitude' },
  address: { kind: 'location', with: 'latitude and longitude' },
} as const;

/**
 * Reads the content of a request, which must be of exactly one kind.
 * @throws AppError `validation_error` with all problems by member.
 */
export function readRequestedContent(body: SendMessage): RequestedContent {
  const problems = new Problems();
  const kind = kindOf(body, problems);
  refuseStrays(body, kind, problems);
  const content = kind === undefined ? textOf(body, problems) : contentOf(kind, body, problems);
  problems.throwIfAny();
  return content;
}

/** @returns undefined for a text. */
function kindOf(body: SendMessage, problems: Problems): Kind | undefined {
  const given = (Object.keys(kindOfMember) as ContentMember[]).filter((name) => body[name] !== undefined);
  const [first, ...others] = given;
  for (const other of others) {
    // The two coordinates of a location are one content.
    if (first === 'latitude' && other === 'longitude') continue;
    problems.add(
      other,
      `A message has one kind of content: ${other} cannot be combined with ${first}. Remove one.`,
    );
  }
  return first && kindOfMember[first];
}

function refuseStrays(body: SendMessage, kind: Kind | undefined, problems: Problems): void {
  for (const [name, companion] of Object.entries(companions)) {
    const value = body[name as keyof typeof companions];
    if (value === undefined || value === false || companion.kind === kind) continue;
    problems.add(name, `${name} can only be sent with ${companion.with}. Remove it.`);
  }
  if (body.message !== undefined && !captioned.includes(kind)) {
    problems.add('message', `message does not go with other content of the kind ${kind}. Remove one.`);
  }
  if (body.link_preview && kind !== undefined) {
    problems.add('link_preview', 'link_preview can only be sent with a text. Remove it.');
  }
  if (body.reply_to !== undefined && kind === 'reaction') {
    problems.add('reply_to', 'A reaction answers nothing: it names its message itself. Remove reply_to.');
  }
}

function textOf({ message, link_preview }: SendMessage, problems: Problems): RequestedContent {
  if (message === undefined) {
    problems.add('message', 'message is required unless there is other content. It must be text.');
  }
  return { type: 'text', text: message ?? '', ...(link_preview && { link_preview }) };
}

function contentOf(kind: Kind, body: SendMessage, problems: Problems): RequestedContent {
  switch (kind) {
    case 'image':
    case 'document':
    case 'video':
    case 'audio':
    case 'sticker':
      return fileOf(kind, body);
    case 'location':
      return locationOf(body, problems);
    case 'interactive':
      if (body.interactive) return interactiveOf(body.interactive, problems);
      return body.cta_url_id === undefined
        ? { type: 'interactive', asset: 'interactive_list', id: body.interactive_list_id! }
        : { type: 'interactive', asset: 'cta_url', id: body.cta_url_id };
    case 'product':
      return productOf(body.product!);
    case 'order':
      return orderOf(body.created_order_data!, problems);
    case 'contacts':
      return contactsOf(body.contacts!, problems);
    case 'reaction':
      return reactionOf(body.reaction!, problems);
  }
}

function fileOf(type: FileKind, body: SendMessage): RequestedFile {
  return {
    type,
    ...sourceOf(type, body),
    text: body.message ?? null,
    filename: cleanFilename(body.filename),
    isVoiceNote: body.ptt ?? false,
  };
}

function sourceOf(type: FileKind, body: SendMessage): Pick<RequestedFile, 'member' | 'from'> {
  const { [type]: file, [`${type}_id` as const]: mediaId } = body;
  if (file) return { member: type, from: { file } };
  if (mediaId !== undefined) return { member: `${type}_id`, from: { mediaId } };
  return { member: `${type}_url`, from: { url: body[`${type}_url`]! } };
}

function locationOf(
  { latitude, longitude, name, address }: SendMessage,
  problems: Problems,
): ContentOf<'location'> {
  if (latitude === undefined) problems.add('latitude', 'latitude is required with longitude.');
  if (longitude === undefined) problems.add('longitude', 'longitude is required with latitude.');
  return {
    type: 'location',
    location: {
      latitude: latitude ?? 0,
      longitude: longitude ?? 0,
      name: name ?? null,
      address: address ?? null,
    },
  };
}

function productOf({
  catalog_id,
  product_retailer_id,
  body,
  footer,
}: NonNullable<SendMessage['product']>): ContentOf<'product'> {
  return {
    type: 'product',
    text: body ?? null,
    product: { catalog_id, product_retailer_id, footer: footer ?? null },
  };
}

/** The provider validates its own parameters. */
function orderOf(data: object, problems: Problems): ContentOf<'order'> {
  const { body, ...order } = data as Record<string, unknown>;
  const isText = typeof body === 'string' && !isBlank(body) && [...body].length <= MAX_ORDER_BODY;
  if (!isText) {
    problems.add(
      'created_order_data.body',
      `created_order_data.body must be text of 1 to ${MAX_ORDER_BODY} characters.`,
    );
  }
  return { type: 'order', text: isText ? body : '', order };
}

function interactiveOf(interactive: object, problems: Problems): ContentOf<'interactive'> {
  judgeInteractive(interactive, problems);
  return { type: 'interactive', text: bodyOf(interactive), interactive };
}

function contactsOf(
  contacts: NonNullable<SendMessage['contacts']>,
  problems: Problems,
): ContentOf<'contacts'> {
  if (contacts.length === 0) problems.add('contacts', 'contacts must have at least one card.');
  if (!isShortJson(contacts, MAX_ORDER_LENGTH))
    problems.add('contacts', `contacts must be at most ${MAX_ORDER_LENGTH} characters of JSON. Send fewer.`);
  contacts.forEach(({ name, birthday }, index) => {
    if (Object.keys(name).every((part) => part === 'formatted_name')) {
      const member = `contacts.${index}.name`;
      problems.add(member, 'name must have another part beside formatted_name, such as first_name.');
    }
    if (birthday !== undefined && !isDay(birthday))
      problems.add(`contacts.${index}.birthday`, 'birthday must be a day, as in 1906-12-09.');
  });
  return { type: 'contacts', contacts };
}

function isDay(text: string): boolean {
  return /^\d{4}-\d{2}-\d{2}$/.test(text) && !Number.isNaN(Date.parse(text));
}

function reactionOf({ emoji }: NonNullable<SendMessage['reaction']>, problems: Problems): RequestedReaction {
  if (emoji !== '' && !isEmoji(emoji)) {
    problems.add('reaction.emoji', 'reaction.emoji must be one emoji, or empty to take the reaction back.');
  }
  return { type: 'reaction', emoji: emoji === '' ? null : emoji };
}

/** Whether a text is one emoji: a pictograph, a flag or a keycap, with what modifies it. */
function isEmoji(text: string): boolean {
  const [first, ...others] = graphemes.segment(text);
  return (
    others.length === 0 &&
    /\p{Extended_Pictographic}|\p{RI}{2}|^[0-9#*]\uFE0F?\u20E3$/u.test(first?.segment ?? '')
  );
}

/** Whether the content has to be fetched or copied first. */
export function isRemote(content: RequestedContent): boolean {
  return isFile(content) && !('file' in content.from);
}

/** Whether the requested content is a file. */
export function isFile(content: RequestedContent): content is RequestedFile {
  return (fileKinds as readonly string[]).includes(content.type);
}

/**
 * Names the file or the asset of a request by the member that has it. Connectors name it by the type of the message, and know
 * neither URLs and assets nor that sound is sent as a document.
 */
export function withRequestMember(error: unknown, requested: RequestedContent, type: string): unknown {
  const member = memberOf(requested);
  if (!(error instanceof AppError) || member === null) return error;
  const { [type]: sentences, ...others } = error.details.errors ?? {};
  return sentences ? error.with({ errors: { ...others, [member]: sentences } }) : error;
}

function memberOf(requested: RequestedContent): string | null {
  if (isFile(requested)) return requested.member;
  return isAsset(requested) ? `${requested.asset}_id` : null;
}

/** Whether the requested content is stored in the account. */
export function isAsset(content: RequestedContent): content is RequestedAsset {
  return 'asset' in content;
}
