import {
  About,
  AnyObject,
  Bool,
  Decimal,
  Example,
  Int,
  ListOf,
  Nested,
  Nullable,
  OneOf,
  Optional,
  Verbatim,
} from '..';

/** The longest text of a message, in code points. Networks allow no more; a connector cuts what is longer. */
export const MAX_TEXT_LENGTH = 65_536;

export class MessageMedia {
  @Example('image/jpeg') @Verbatim() mime_type!: string;
  @Example('roses.jpg') @Nullable() @Verbatim() filename!: string | null;
  @Example(48213) @About('Size in bytes.') @Int({ min: 0 }) size!: number;
  @About('Hash of the bytes, in hexadecimal.') @Verbatim() sha256!: string;
  @About('Whether it is a voice note.') @Bool() ptt!: boolean;
}

/** The bytes are in the blob store, under this key, and never go over the bus. */
export class MediaReference extends MessageMedia {
  @Verbatim({ min: 1 }) blob!: string;
  /** The bytes are still being copied from the network. The connector reports when they are there, or lost. */
  @Optional() @Bool() awaited?: boolean;
}

export class MessageLocation {
  @Decimal({ min: -90, max: 90 }) latitude!: number;
  @Decimal({ min: -180, max: 180 }) longitude!: number;
  @Nullable() @Verbatim() name!: string | null;
  @Nullable() @Verbatim() address!: string | null;
}

/** A product of a catalog. */
export class ProductReference {
  @Verbatim({ min: 1 }) catalog_id!: string;
  @Verbatim({ min: 1 }) product_retailer_id!: string;
  @Nullable() @Verbatim() footer!: string | null;
}

export class Reaction {
  /** The message that it is about, by its id on the network. */
  @Verbatim({ min: 1 }) message_id!: string;
  /** Null takes the reaction back. */
  @Nullable() @Verbatim() emoji!: string | null;
}

/**
 * The kinds of content, told apart by `type`. What people read of a message is `text` in every kind that has words:
 * the text itself, the caption, the body.
 */

export class TextContent {
  @OneOf(['text']) type!: 'text';
  @Verbatim({ max: MAX_TEXT_LENGTH }) text!: string;
}

export class VisualContent {
  @OneOf(['image', 'video', 'document']) type!: 'image' | 'video' | 'document';
  @Nullable() @Verbatim({ max: MAX_TEXT_LENGTH }) text!: string | null;
  @Nested(() => MediaReference) media!: MediaReference;
}

export class SoundContent {
  @OneOf(['audio', 'sticker']) type!: 'audio' | 'sticker';
  @Nested(() => MediaReference) media!: MediaReference;
}

export class LocationContent {
  @OneOf(['location']) type!: 'location';
  @Nested(() => MessageLocation) location!: MessageLocation;
}

export class InteractiveContent {
  @OneOf(['interactive']) type!: 'interactive';
  @Nullable() @Verbatim({ max: MAX_TEXT_LENGTH }) text!: string | null;
  /** In the provider's shape, as in `{"type":"button_reply","button_reply":{…}}`. */
  @AnyObject() interactive!: object;
}

export class TemplateContent {
  @OneOf(['template']) type!: 'template';
  /** The body with its variables filled in. */
  @Nullable() @Verbatim({ max: MAX_TEXT_LENGTH }) text!: string | null;
  /** Name, language and components, in the provider's shape. */
  @AnyObject() template!: object;
  /** What its header shows. In the components the header has a place for it, without an id. */
  @Optional() @Nested(() => MediaReference) header_media?: MediaReference;
}

export class ProductContent {
  @OneOf(['product']) type!: 'product';
  @Nullable() @Verbatim({ max: MAX_TEXT_LENGTH }) text!: string | null;
  @Nested(() => ProductReference) product!: ProductReference;
}

export class OrderContent {
  @OneOf(['order']) type!: 'order';
  @Nullable() @Verbatim({ max: MAX_TEXT_LENGTH }) text!: string | null;
  /** In the provider's shape. */
  @AnyObject() order!: object;
}

export class ContactsContent {
  @OneOf(['contacts']) type!: 'contacts';
  /** Each in the provider's shape. */
  @ListOf(AnyObject()) contacts!: object[];
}

export class ReactionContent {
  @OneOf(['reaction']) type!: 'reaction';
  @Nested(() => Reaction) reaction!: Reaction;
}

/** What nobody here knows yet. It is kept as it came, for a version that does. */
export class UnsupportedContent {
  @OneOf(['unsupported']) type!: 'unsupported';
  /** JSON, as text: of any depth, and with any character. */
  @Verbatim() raw!: string;
}

export const contentKinds = [
  TextContent,
  VisualContent,
  SoundContent,
  LocationContent,
  InteractiveContent,
  TemplateContent,
  ProductContent,
  OrderContent,
  ContactsContent,
  ReactionContent,
  UnsupportedContent,
] as const;

/** What a message says. */
export type MessageContent = InstanceType<(typeof contentKinds)[number]>;
export type ContentType = MessageContent['type'];
/** The content of one type. */
export type ContentOf<T extends ContentType> = Extract<MessageContent, { type: T }>;

/** Every type of content, in the order of the documentation. */
export const contentTypes = [
  'text',
  'image',
  'document',
  'video',
  'audio',
  'location',
  'interactive',
  'template',
  'product',
  'order',
  'contacts',
  'reaction',
  'sticker',
  'unsupported',
] as const satisfies readonly ContentType[];
