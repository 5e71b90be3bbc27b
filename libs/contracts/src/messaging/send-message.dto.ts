import {
  About,
  AnyObject,
  Bool,
  Decimal,
  Digits,
  Example,
  Id,
  Nested,
  Optional,
  Text,
  UploadedFile,
  Verbatim,
  type StoredFile,
} from '..';

/** A message is stored with at most so many characters of JSON beside its text. */
const MAX_ORDER_LENGTH = 15_000;

/** The longest URL of a file. */
const MAX_URL_LENGTH = 2_048;

@About('A product of a catalog.')
export class ProductToSend {
  @Example('538213901') @Verbatim({ min: 1, max: 200 }) catalog_id!: string;
  @Example('rose-12') @Verbatim({ min: 1, max: 200 }) product_retailer_id!: string;
  @Optional() @Verbatim({ min: 1, max: 1024 }) body?: string;
  @Optional() @Verbatim({ min: 1, max: 60 }) footer?: string;
}

@About('A message, which has exactly one kind of content. Every member may also be a part of a form.')
export class SendMessage {
  @About('Dial code without +. Required, unless `conversation_id` names the receiver.')
  @Optional()
  @Digits({ max: 4 })
  mobile_code?: string;
  @About(
    'National number; a trunk prefix, as the 0 of 07911 123456, is understood. Required with `mobile_code`.',
  )
  @Optional()
  @Digits({ max: 15 })
  mobile?: string;
  @About('The receiver by a conversation, in place of the number. The message goes out by its channel.')
  @Optional()
  @Id()
  conversation_id?: number;
  @About('The channel to send from, by its id.') @Optional() @Id() chat_account_id?: number;
  @About('The channel to send from, by its number with country code.')
  @Optional()
  @Digits()
  from_number?: string;

  @About(
    'The text, of 1 to 4096 characters, or the caption of an image, a document or a video, sent as it is. ' +
      'Required unless there is other content.',
  )
  @Optional()
  @Verbatim({ min: 1, max: 4096 })
  message?: string;

  @Optional() @UploadedFile() image?: StoredFile;
  @About('Of any type.') @Optional() @UploadedFile() document?: StoredFile;
  @Optional() @UploadedFile() video?: StoredFile;
  @Optional() @UploadedFile() audio?: StoredFile;
  @About('A public https URL, which is fetched within 30 seconds.')
  @Optional()
  @Verbatim({ min: 1, max: MAX_URL_LENGTH })
  image_url?: string;
  @About('As `image_url`.') @Optional() @Verbatim({ min: 1, max: MAX_URL_LENGTH }) document_url?: string;
  @About('As `image_url`.') @Optional() @Verbatim({ min: 1, max: MAX_URL_LENGTH }) video_url?: string;
  @About('As `image_url`.') @Optional() @Verbatim({ min: 1, max: MAX_URL_LENGTH }) audio_url?: string;
  @About(
    'Sends the audio as a voice note. It must be Opus, in Ogg or WebM. Without it, WebM goes out as a file. ' +
      'Device channels only.',
  )
  @Optional()
  @Bool()
  ptt?: boolean;
  @About('The name under which the document is shown; by default that of the upload or of the URL.')
  @Optional()
  @Text({ max: 255 })
  filename?: string;

  @About('Of a location, with `longitude`.')
  @Optional()
  @Decimal({ min: -90, max: 90 })
  latitude?: number;
  @About('Of a location, with `latitude`.')
  @Optional()
  @Decimal({ min: -180, max: 180 })
  longitude?: number;
  @About('The title of the location.') @Optional() @Text({ max: 1000 }) name?: string;
  @About('The address of the location.') @Optional() @Verbatim({ min: 1, max: 1000 }) address?: string;

  @About('A CTA URL that the account keeps. Cloud channels only.') @Optional() @Id() cta_url_id?: number;
  @About('An interactive list that the account keeps. Cloud channels only.')
  @Optional()
  @Id()
  interactive_list_id?: number;
  @About('Cloud channels only.') @Optional() @Nested(() => ProductToSend) product?: ProductToSend;
  @About("The parameters of the provider's `order_details`, and a `body`. Cloud channels only.")
  @Optional()
  @AnyObject({ max: MAX_ORDER_LENGTH })
  created_order_data?: object;
}
