import { About, Digits, Id, ListOf, Optional, UploadedFile, Verbatim, type StoredFile } from '..';

/** Longer than any template takes. */
const MAX_VALUE = 4_096;
const MAX_VALUES = 100;
const MAX_URL_LENGTH = 2_048;

@About('A template to send. With a file it is a form, whose lists are JSON.')
export class SendTemplate {
  @About('Ours (`tpl_…`) or that of the provider. It stands for one name in one language.')
  @Verbatim({ min: 1, max: 100 })
  template_id!: string;
  @About('Dial code without +. Required, unless `conversation_id` names the receiver.')
  @Optional()
  @Digits({ max: 4 })
  mobile_code?: string;
  @About('National number. Required with `mobile_code`.') @Optional() @Digits({ max: 15 }) mobile?: string;
  @About('The receiver by a conversation, in place of the number. The template goes out by its channel.')
  @Optional()
  @Id()
  conversation_id?: number;
  @About('The Cloud channel to send from, by its id.') @Optional() @Id() chat_account_id?: number;
  @About('The Cloud channel to send from, by its number with country code.')
  @Optional()
  @Digits()
  from_number?: string;
  @About(
    'The values of the variables of the body, in their order. The code of an authentication template: 4 to 8 digits.',
  )
  @Optional()
  @ListOf(Verbatim({ max: MAX_VALUE }), { maxItems: MAX_VALUES })
  body_variables?: string[];
  @About('The value of the variable of a text header.')
  @Optional()
  @ListOf(Verbatim({ max: MAX_VALUE }), { maxItems: MAX_VALUES })
  header_variables?: string[];
  @About('One for each button that takes a value: the end of a URL, or the code to copy.')
  @Optional()
  @ListOf(Verbatim({ max: MAX_VALUE }), { maxItems: MAX_VALUES })
  button_variables?: string[];
  @About(
    'A public https URL for a DOCUMENT, IMAGE or VIDEO header; without one the sample of the template goes out.',
  )
  @Optional()
  @Verbatim({ min: 1, max: MAX_URL_LENGTH })
  header_media_url?: string;
  @About('The file of the header, instead of its URL.')
  @Optional()
  @UploadedFile()
  header_media_file?: StoredFile;
  @About('Another name of `header_media_file`.') @Optional() @UploadedFile() media_file?: StoredFile;
}
