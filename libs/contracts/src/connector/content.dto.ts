import {
  About,
  AnyObject,
  Bool,
  Decimal,
  Digits,
  Example,
  Int,
  ListOf,
  Nested,
  Nullable,
  OneOf,
  Optional,
  Verbatim,
} from '..';

/** Maximum length of a message's text, in code points. No network allows more; a connector truncates a longer text. */
export const MAX_TEXT_LENGTH = 65_536;

export class MessageMedia {
  @Example('image/jpeg') @Verbatim() mime_type!: string;
  @Example('roses.jpg') @Nullable() @Verbatim() filename!: string | null;
  @Example(48213) @About('Size in bytes.') @Int({ min: 0 }) size!: number;
  @About('Hash of the bytes, in hexadecimal.') @Verbatim() sha256!: string;
  @About('Whether it is a voice note.') @Bool() ptt!: boolean;
}

/** Media whose bytes are in the blob store under this key; they never travel over the bus. */
export class MediaReference extends MessageMedia {
  @Verbatim({ min: 1 }) blob!: string;
  /**
   * True while the bytes are still being copied from the network. The connector reports when they are stored or lost.
   */
  @Optional() @Bool() awaited?: boolean;
  /** True once the account's retention has deleted the bytes. */
  @Optional() @Bool() expired?: boolean;
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
  /** The network's id of the message that is reacted to. */
  @Verbatim({ min: 1 }) message_id!: string;
  /** Null removes the reaction. */
  @Nullable() @Verbatim() emoji!: string | null;
}

/**
 * The kinds of content, discriminated by `type`. In every kind that has words, `text` holds what people read: the text
 * itself, the caption or the body.
 */

export class TextContent {
  @OneOf(['text']) type!: 'text';
  @Verbatim({ max: MAX_TEXT_LENGTH }) text!: string;
  /** Whether the first link in it is shown with a preview; outbound only. */
  @Optional() @Bool() link_preview?: boolean;
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
  /** In the provider's format, as in `{"type":"button_reply","button_reply":{…}}`. */
  @AnyObject() interactive!: object;
}

export class TemplateContent {
  @OneOf(['template']) type!: 'template';
  /** The body with its variables filled in. */
  @Nullable() @Verbatim({ max: MAX_TEXT_LENGTH }) text!: string | null;
  /** Name, language and components, in the provider's format. */
  @AnyObject() template!: object;
  /** The media of its header. The components have a header entry for it, but without an id. */
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
  /** In the provider's format. */
  @AnyObject() order!: object;
}

export class ContactsContent {
  @OneOf(['contacts']) type!: 'contacts';
  /** Each in the provider's format. */
  @ListOf(AnyObject()) contacts!: object[];
  /** How they came to be shared, such as `contact_request`; absent if the network does not say. */
  @Optional() @Verbatim({ max: 200 }) origin?: string;
}

export class ReactionContent {
  @OneOf(['reaction']) type!: 'reaction';
  @Nested(() => Reaction) reaction!: Reaction;
}

/** A notice of the network about the person: nobody wrote it. */
export class SystemContent {
  @OneOf(['system']) type!: 'system';
  /** What it says, in words. */
  @Nullable() @Verbatim({ max: MAX_TEXT_LENGTH }) text!: string | null;
  /** In the provider's format, with its `type`. */
  @AnyObject() system!: object;
  /** The person's new number, in digits with country code, if it changed. */
  @Optional() @Digits() new_phone?: string;
  /** The network's new id of the person, if it changed. */
  @Optional() @Verbatim({ min: 1, max: 200 }) new_provider_user_id?: string;
}

/** Content of a type that this version does not support, kept unchanged for a version that does. */
export class UnsupportedContent {
  @OneOf(['unsupported']) type!: 'unsupported';
  /** JSON kept as text, so that it can have any depth and any character. */
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
  SystemContent,
  UnsupportedContent,
] as const;

/** The person who wrote a message changed its text, or the caption of its media. */
export class EditContent {
  @OneOf(['edit']) type!: 'edit';
  /** The network's id of the message. It may not have arrived yet. */
  @Verbatim({ min: 1 }) message_id!: string;
  /** The whole new text; null removes a caption. */
  @Nullable() @Verbatim({ max: MAX_TEXT_LENGTH }) text!: string | null;
}

/** The person who wrote a message deleted it for everybody. */
export class DeletionContent {
  @OneOf(['deletion']) type!: 'deletion';
  /** The network's id of the message. It may not have arrived yet. */
  @Verbatim({ min: 1 }) message_id!: string;
}

/** What arrives in place of a message and changes an earlier one. */
export const changeKinds = [EditContent, DeletionContent] as const;
export type MessageChange = InstanceType<(typeof changeKinds)[number]>;

/** The content of a message. */
export type MessageContent = InstanceType<(typeof contentKinds)[number]>;
export type ContentType = MessageContent['type'];
/** The content of one type. */
export type ContentOf<T extends ContentType> = Extract<MessageContent, { type: T }>;

/** Every type of content, in the order in which the documentation lists them. */
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
  'system',
  'unsupported',
] as const satisfies readonly ContentType[];
