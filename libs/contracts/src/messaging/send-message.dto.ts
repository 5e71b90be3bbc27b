import {
  About,
  AnyObject,
  Bool,
  Decimal,
  Digits,
  Example,
  Id,
  ListOf,
  Nested,
  Optional,
  PhoneDigits,
  Text,
  UploadedFile,
  Verbatim,
  type StoredFile,
} from '..';
import { ContactCard } from './contact-card.dto';
import { MAX_MEDIA_ID } from './uploaded-media.dto';

/** Maximum length of the JSON that is stored with a message in addition to its text. */
export const MAX_ORDER_LENGTH = 15_000;

const MAX_CARDS = 50;

/** Maximum length of a file's URL. */
const MAX_URL_LENGTH = 2_048;

@About('A product from a catalog.')
export class ProductToSend {
  @Example('538213901') @Verbatim({ min: 1, max: 200 }) catalog_id!: string;
  @Example('rose-12') @Verbatim({ min: 1, max: 200 }) product_retailer_id!: string;
  @Optional() @Verbatim({ min: 1, max: 1024 }) body?: string;
  @Optional() @Verbatim({ min: 1, max: 60 }) footer?: string;
}

@About('A reaction to a message of the same conversation.')
export class ReactionToSend {
  @About('Our id of the message. The network must have it, and it must not be deleted.')
  @Example(1042)
  @Id()
  message_id!: number;
  @About('One emoji. An empty text takes the reaction back.')
  @Example('👍')
  @Verbatim({ max: 50 })
  emoji!: string;
}

/** The members that replicas of version 0.2 do not know, and that legacy routes drop. */
export const newerSendMembers = [
  'reply_to',
  'reaction',
  'sticker',
  'sticker_url',
  'contacts',
  'interactive',
  'link_preview',
  'image_id',
  'document_id',
  'video_id',
  'audio_id',
  'sticker_id',
] as const;

@About('A message with exactly one kind of content. You can also send every field as a form part.')
export class SendMessage {
  @About('Dial code without +. Required unless you send `conversation_id`.')
  @Example('1')
  @Optional()
  @PhoneDigits()
  mobile_code?: string;
  @About(
    'National number. A trunk prefix, such as the 0 in 07911 123456, is allowed. Required with `mobile_code`.',
  )
  @Example('4155550123')
  @Optional()
  @PhoneDigits()
  mobile?: string;
  @About(
    'The recipient, given by a conversation instead of a number. The message is sent on the channel of the ' +
      'conversation.',
  )
  @Optional()
  @Id()
  conversation_id?: number;
  @About('Id of the channel to send from.') @Optional() @Id() chat_account_id?: number;
  @About('Number of the channel to send from, with country code.')
  @Optional()
  @Digits()
  from_number?: string;

  @About(
    'The text, or the caption of an image, document or video: 1 to 4096 characters, sent unchanged. Required ' +
      'unless there is other content.',
  )
  @Optional()
  @Verbatim({ min: 1, max: 4096 })
  message?: string;

  @About(
    'Our id of the message that this one answers: of the same conversation, not deleted, and on the network. Anything but a ' +
      'reaction can be an answer.',
  )
  @Example(1042)
  @Optional()
  @Id()
  reply_to?: number;

  @About('Whether the text shows a preview of its first link. Cloud channels only.')
  @Optional()
  @Bool()
  link_preview?: boolean;

  @Optional() @UploadedFile() image?: StoredFile;
  @About(
    'A file of any type; a Cloud channel takes no sound, film or picture as a document that it does not take as what it is, ' +
      'except WebP. If its declared type says little (none, `application/octet-stream`, an archive, `text/plain`), the bytes ' +
      'decide, then the extension of its name.',
  )
  @Optional()
  @UploadedFile()
  document?: StoredFile;
  @Optional() @UploadedFile() video?: StoredFile;
  @Optional() @UploadedFile() audio?: StoredFile;
  @About('A sticker: WebP of at most 100 KiB, or of 500 KiB if it moves.')
  @Optional()
  @UploadedFile()
  sticker?: StoredFile;
  @About('A public https URL. The download may take up to 30 seconds.')
  @Optional()
  @Verbatim({ min: 1, max: MAX_URL_LENGTH })
  image_url?: string;
  @About('Like `image_url`.') @Optional() @Verbatim({ min: 1, max: MAX_URL_LENGTH }) document_url?: string;
  @About('Like `image_url`.') @Optional() @Verbatim({ min: 1, max: MAX_URL_LENGTH }) video_url?: string;
  @About('Like `image_url`.') @Optional() @Verbatim({ min: 1, max: MAX_URL_LENGTH }) audio_url?: string;
  @About('Like `image_url`.') @Optional() @Verbatim({ min: 1, max: MAX_URL_LENGTH }) sticker_url?: string;
  @About('The `media_id` of a file that was uploaded with `POST /v1/media` within the last 24 hours.')
  @Example('med_Jx3vT0bqQ2uYk7h1mZ9cLw')
  @Optional()
  @Verbatim({ min: 1, max: MAX_MEDIA_ID })
  image_id?: string;
  @About('Like `image_id`.') @Optional() @Verbatim({ min: 1, max: MAX_MEDIA_ID }) document_id?: string;
  @About('Like `image_id`.') @Optional() @Verbatim({ min: 1, max: MAX_MEDIA_ID }) video_id?: string;
  @About('Like `image_id`.') @Optional() @Verbatim({ min: 1, max: MAX_MEDIA_ID }) audio_id?: string;
  @About('Like `image_id`.') @Optional() @Verbatim({ min: 1, max: MAX_MEDIA_ID }) sticker_id?: string;
  @About(
    'Sends the audio as a voice note. It must be Opus, in Ogg or WebM. Without `ptt`, WebM is sent as a file. ' +
      'Device channels only; Cloud channels take no WebM either.',
  )
  @Optional()
  @Bool()
  ptt?: boolean;
  @About(
    'The name shown for the document, without folders and characters that reorder text. Defaults to the name of the upload; of a ' +
      'file behind a URL, to that in its Content-Disposition, else in its path. A file behind a URL gets the extension of its type ' +
      'if its name has none.',
  )
  @Optional()
  @Text({ max: 255 })
  filename?: string;

  @About('The latitude of a location. Send it with `longitude`.')
  @Optional()
  @Decimal({ min: -90, max: 90 })
  latitude?: number;
  @About('The longitude of a location. Send it with `latitude`.')
  @Optional()
  @Decimal({ min: -180, max: 180 })
  longitude?: number;
  @About('The title of the location.') @Optional() @Text({ max: 1000 }) name?: string;
  @About('The address of the location.') @Optional() @Verbatim({ min: 1, max: 1000 }) address?: string;

  @About('Contact cards, together at most 15,000 characters of JSON.')
  @Optional()
  @ListOf(() => ContactCard, { maxItems: MAX_CARDS })
  contacts?: ContactCard[];

  @About(
    "An interactive message in the provider's format, by its `type`: `button` (up to three reply buttons), `list`, `cta_url`, " +
      '`location_request_message`, `address_message`, `flow`, `product`, `product_list` or `catalog_message`. It is judged by the ' +
      "provider's limits before anything is sent. Cloud channels only.",
  )
  @Example({
    type: 'button',
    body: { text: 'Shall we deliver today?' },
    action: { buttons: [{ type: 'reply', reply: { id: 'yes', title: 'Yes' } }] },
  })
  @Optional()
  @AnyObject({ max: MAX_ORDER_LENGTH })
  interactive?: object;

  @Optional() @Nested(() => ReactionToSend) reaction?: ReactionToSend;

  @About('A CTA URL stored in the account. Cloud channels only.') @Optional() @Id() cta_url_id?: number;
  @About('An interactive list stored in the account. Cloud channels only.')
  @Optional()
  @Id()
  interactive_list_id?: number;
  @About('Cloud channels only.') @Optional() @Nested(() => ProductToSend) product?: ProductToSend;
  @About("The parameters of the provider's `order_details`, plus a `body`. Cloud channels only.")
  @Optional()
  @AnyObject({ max: MAX_ORDER_LENGTH })
  created_order_data?: object;
}
