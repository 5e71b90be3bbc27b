import {
  About,
  Digits,
  Example,
  Id,
  ListOf,
  Optional,
  PhoneDigits,
  RecordOf,
  Text,
  UploadedFile,
  Verbatim,
  type StoredFile,
} from '..';
import { MAX_MEDIA_ID } from './uploaded-media.dto';

/** The members that replicas of version 0.2 do not know, and that the legacy inbox route drops. */
export const newerTemplateMembers = [
  'body_named_variables',
  'header_named_variables',
  'header_media_id',
] as const;

/** Longer than any template takes. */
const MAX_VALUE = 4_096;
const MAX_VALUES = 100;
const MAX_URL_LENGTH = 2_048;

@About('A template to send. If you include a file, send a form with lists encoded as JSON.')
export class SendTemplate {
  @About("Our identifier (`tpl_…`) or the provider's. It identifies one name in one language.")
  @Verbatim({ min: 1, max: 100 })
  template_id!: string;
  @About('Dial code without +. Required unless you send `conversation_id`.')
  @Example('1')
  @Optional()
  @PhoneDigits()
  mobile_code?: string;
  @About('National number. Required with `mobile_code`.')
  @Example('4155550123')
  @Optional()
  @PhoneDigits()
  mobile?: string;
  @About(
    'The recipient, given by a conversation instead of a number. The template is sent on the channel of the ' +
      'conversation.',
  )
  @Optional()
  @Id()
  conversation_id?: number;
  @About('Id of the Cloud channel to send from.') @Optional() @Id() chat_account_id?: number;
  @About('Number of the Cloud channel to send from, with country code.')
  @Optional()
  @Digits()
  from_number?: string;
  @About(
    'The values of the body variables, in order. For an authentication template: the code, 4 to 8 digits.',
  )
  @Optional()
  @ListOf(Verbatim({ max: MAX_VALUE }), { maxItems: MAX_VALUES })
  body_variables?: string[];
  @About('The values of the body variables by their names, for a template with named variables.')
  @Example({ first_name: 'Ana', order: '1042' })
  @Optional()
  @RecordOf(Verbatim({ max: MAX_VALUE }), { maxEntries: MAX_VALUES })
  body_named_variables?: Record<string, string>;
  @About('The value of the variable in a text header.')
  @Optional()
  @ListOf(Verbatim({ max: MAX_VALUE }), { maxItems: MAX_VALUES })
  header_variables?: string[];
  @About('The value of the variable in a text header by its name, for a template with named variables.')
  @Example({ order: '1042' })
  @Optional()
  @RecordOf(Verbatim({ max: MAX_VALUE }), { maxEntries: MAX_VALUES })
  header_named_variables?: Record<string, string>;
  @About('One value for each button that takes one: the end of a URL, or the code to copy.')
  @Optional()
  @ListOf(Verbatim({ max: MAX_VALUE }), { maxItems: MAX_VALUES })
  button_variables?: string[];
  @About(
    'A public https URL for a DOCUMENT, IMAGE or VIDEO header. Without media, the sample of the template is ' +
      'sent.',
  )
  @Optional()
  @Verbatim({ min: 1, max: MAX_URL_LENGTH })
  header_media_url?: string;
  @About(
    'The `media_id` of the header file, which was uploaded with `POST /v1/media` within the last 24 hours.',
  )
  @Example('med_Jx3vT0bqQ2uYk7h1mZ9cLw')
  @Optional()
  @Verbatim({ min: 1, max: MAX_MEDIA_ID })
  header_media_id?: string;
  @About('The header file, instead of its URL.')
  @Optional()
  @UploadedFile()
  header_media_file?: StoredFile;
  @About(
    'The name shown for the document in a DOCUMENT header, without folders and characters that reorder text. Defaults to the name of ' +
      'the upload; of a file behind a URL, to that in its Content-Disposition, else in its path. A file behind a URL gets the ' +
      'extension of its type if its name has none.',
  )
  @Optional()
  @Text({ max: 255 })
  filename?: string;
  @About('Alias of `header_media_file`.') @Optional() @UploadedFile() media_file?: StoredFile;
}
