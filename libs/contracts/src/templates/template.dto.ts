import {
  About,
  AnyJson,
  Bool,
  Default,
  Example,
  FilterId,
  Id,
  IfGiven,
  Int,
  ListOf,
  Nested,
  Nullable,
  OneOf,
  Optional,
  PageQuery,
  Timestamp,
  UploadedFile,
  Verbatim,
  type StoredFile,
} from '..';
import { MAX_MEDIA_ID } from '../messaging/uploaded-media.dto';

export const templateCategories = ['UTILITY', 'MARKETING', 'AUTHENTICATION'] as const;
export type TemplateCategory = (typeof templateCategories)[number];

export const templateStatuses = ['PENDING', 'APPROVED', 'REJECTED', 'PAUSED', 'DISABLED'] as const;
export type TemplateStatus = (typeof templateStatuses)[number];

/** The header formats of templates created here. */
export const headerFormats = ['NONE', 'TEXT', 'DOCUMENT', 'IMAGE', 'VIDEO'] as const;
export type HeaderFormat = (typeof headerFormats)[number];

/** Templates created elsewhere may also have a location header. */
export const shownHeaderFormats = [...headerFormats, 'LOCATION'] as const;
export type ShownHeaderFormat = (typeof shownHeaderFormats)[number];

export const buttonTypes = ['QUICK_REPLY', 'URL', 'PHONE_NUMBER', 'COPY_CODE', 'OTP'] as const;
export type ButtonType = (typeof buttonTypes)[number];

export const otpTypes = ['COPY_CODE', 'ONE_TAP', 'ZERO_TAP'] as const;
export type OtpType = (typeof otpTypes)[number];

/**
 * Deliberately generous limits: the provider's own limits are checked by rules, which report all violations at once.
 */
const LONG = 4_096;
const MAX_BODY = 16_384;
const MAX_ITEMS = 100;

@About('An Android app that may receive a code.')
export class SupportedApp {
  @Verbatim({ min: 1, max: 224 }) package_name!: string;
  @Verbatim({ min: 1, max: 100 }) signature_hash!: string;
}

@About('A button of a template.')
export class TemplateButton {
  @About('OTP only in authentication templates, which have exactly one.')
  @OneOf(buttonTypes)
  type!: ButtonType;
  @About('The label of the button, at most 25 characters. Not required for COPY_CODE and OTP buttons.')
  @Optional()
  @Verbatim({ max: LONG })
  text?: string;
  @About('For URL buttons. May end with the variable {{1}}.')
  @Optional()
  @Verbatim({ max: LONG })
  url?: string;
  @About('For PHONE_NUMBER buttons, with country code.')
  @Optional()
  @Verbatim({ max: LONG })
  phone_number?: string;
  @About(
    'A text, or a list with one text: the full URL for a URL button with a variable, or the code for COPY_CODE.',
  )
  @Optional()
  @AnyJson({ max: LONG })
  example?: unknown;
  @Optional() @OneOf(otpTypes) otp_type?: OtpType;
  @About('With ONE_TAP: the label of the button that fills in the code.')
  @Optional()
  @Verbatim({ max: LONG })
  autofill_text?: string;
  @About('For ONE_TAP and ZERO_TAP, at most 5.')
  @Optional()
  @ListOf(() => SupportedApp, { maxItems: MAX_ITEMS })
  supported_apps?: SupportedApp[];
  @About("Required with ZERO_TAP: you accept the provider's terms for it.")
  @Optional()
  @Bool()
  zero_tap_terms_accepted?: boolean;
}

@About('A template to create or validate. If you include a file, send a form with lists encoded as JSON.')
export class CreateTemplate {
  @About('The Cloud channel whose provider account the template belongs to. Defaults to the default channel.')
  @Optional()
  @Id()
  chat_account_id?: number;
  @Example('order_shipped')
  @About('1 to 512 lowercase letters, digits and underscores.')
  @Verbatim({ min: 1, max: LONG })
  name!: string;
  @About('A language code of the provider, for example `en_US`.')
  @Example('en_US')
  @Verbatim({ min: 1, max: 100 })
  language!: string;
  @OneOf(templateCategories) category!: TemplateCategory;
  @Default('NONE') @OneOf(headerFormats) header_format!: HeaderFormat;
  @About('For TEXT headers: at most 60 characters, with at most one variable, {{1}}.')
  @Optional()
  @Verbatim({ max: LONG })
  header_text?: string;
  @About('An example value for the header variable.')
  @Optional()
  @Verbatim({ max: LONG })
  header_example?: string;
  @About('A public https URL of the sample for a DOCUMENT, IMAGE or VIDEO header.')
  @Optional()
  @Verbatim({ min: 1, max: LONG })
  header_media_url?: string;
  @About(
    'The `media_id` of the sample, which was uploaded with `POST /v1/media` within the last 24 hours. The template keeps a copy.',
  )
  @Optional()
  @Verbatim({ min: 1, max: MAX_MEDIA_ID })
  header_media_id?: string;
  @About('The sample as a file.') @Optional() @UploadedFile() header_media_file?: StoredFile;
  @About(
    '1 to 1024 characters, with variables {{1}}, {{2}} and so on, none of them at the start or end. ' +
      'Authentication templates have no body: the provider supplies their text.',
  )
  @Example('Order {{1}} is on its way.')
  @Optional()
  @Verbatim({ max: MAX_BODY })
  body?: string;
  @About('An example value for each body variable.')
  @Example(['1042'])
  @Optional()
  @ListOf(Verbatim({ max: LONG }), { maxItems: MAX_ITEMS })
  body_examples?: string[];
  @About('At most 60 characters, without variables.') @Optional() @Verbatim({ max: LONG }) footer?: string;
  @Optional() @ListOf(() => TemplateButton, { maxItems: MAX_ITEMS }) buttons?: TemplateButton[];
  @About('For authentication templates: adds a recommendation not to share the code.')
  @Optional()
  @Bool()
  add_security_recommendation?: boolean;
  @About('For authentication templates: states in the footer how long the code is valid, 1 to 90 minutes.')
  @Optional()
  @Int()
  code_expiration_minutes?: number;
}

@About(
  'Changes to a template. Fields that you omit stay unchanged; null removes a part. Name and language cannot ' +
    'be changed.',
)
export class UpdateTemplate {
  @About('The category of an approved template cannot be changed.')
  @IfGiven()
  @OneOf(templateCategories)
  category?: TemplateCategory;
  @IfGiven() @OneOf(headerFormats) header_format?: HeaderFormat;
  @IfGiven() @Nullable() @Verbatim({ max: LONG }) header_text?: string | null;
  @IfGiven() @Nullable() @Verbatim({ max: LONG }) header_example?: string | null;
  @About('A new sample, by URL.')
  @IfGiven()
  @Nullable()
  @Verbatim({ max: LONG })
  header_media_url?: string | null;
  @About('A new sample, by its `media_id` from `POST /v1/media`.')
  @IfGiven()
  @Nullable()
  @Verbatim({ max: MAX_MEDIA_ID })
  header_media_id?: string | null;
  @About('A new sample, as a file.') @Optional() @UploadedFile() header_media_file?: StoredFile;
  @Example('Order {{1}} has been shipped.') @IfGiven() @Nullable() @Verbatim({ max: MAX_BODY }) body?:
    string | null;
  @IfGiven()
  @Nullable()
  @Example(['1042'])
  @ListOf(Verbatim({ max: LONG }), { maxItems: MAX_ITEMS })
  body_examples?: string[] | null;
  @IfGiven() @Nullable() @Verbatim({ max: LONG }) footer?: string | null;
  @IfGiven()
  @Nullable()
  @ListOf(() => TemplateButton, { maxItems: MAX_ITEMS })
  buttons?: TemplateButton[] | null;
  @IfGiven() @Nullable() @Bool() add_security_recommendation?: boolean | null;
  @IfGiven() @Nullable() @Int() code_expiration_minutes?: number | null;
}

export class Template {
  @About("Our identifier, `tpl_…`. The provider's identifier works anywhere in its place.")
  @Example('tpl_7Hk2mQ9x')
  @Verbatim()
  template_id!: string;
  @Example('1234567890') @Nullable() @Verbatim() provider_template_id!: string | null;
  @About('A channel of the provider account that owns the template.')
  @Example(8)
  @Id()
  chat_account_id!: number;
  @Example('order_shipped') @Verbatim() name!: string;
  @Example('en_US') @Verbatim() language!: string;
  @OneOf(templateCategories) category!: TemplateCategory;
  @OneOf(shownHeaderFormats) header_format!: ShownHeaderFormat;
  @Nullable() @Verbatim() header_text!: string | null;
  @About('Null for authentication templates, whose text the provider supplies.')
  @Example('Order {{1}} is on its way.')
  @Nullable()
  @Verbatim()
  body!: string | null;
  @Example(['1042']) @ListOf(Verbatim()) body_examples!: string[];
  @Nullable() @Verbatim() footer!: string | null;
  @About("In the provider's order. Types that requests do not accept are shown unchanged.")
  @Example([])
  @ListOf(() => ShownButton)
  buttons!: ShownButton[];
  @Example(false) @Bool() add_security_recommendation!: boolean;
  @Nullable() @Int() code_expiration_minutes!: number | null;
  @Example('APPROVED') @OneOf(templateStatuses) status!: TemplateStatus;
  @About("The provider's own status; `status` is the closest match.")
  @Nullable()
  @Verbatim()
  provider_status!: string | null;
  @Nullable() @Verbatim() rejection_reason!: string | null;
  @About(
    'What the provider makes of the reactions to the template: `GREEN`, `YELLOW`, `RED`, or `UNKNOWN` while it has too ' +
      'few. Null if the provider has not told it.',
  )
  @Example('GREEN')
  @Nullable()
  @Verbatim()
  quality_score!: string | null;
  @About(
    'Whether the template can be sent now. False while it is not approved, and for templates that cannot be sent ' +
      'from here, such as carousels.',
  )
  @Bool()
  sendable!: boolean;
  @Timestamp() created_at!: string;
  @Timestamp() updated_at!: string;
}

export class ShownButton {
  @Verbatim() type!: string;
  @Nullable() @Verbatim() text!: string | null;
  @Nullable() @Verbatim() url!: string | null;
  @Nullable() @Verbatim() phone_number!: string | null;
  @Nullable() @Verbatim() example!: string | null;
  @Nullable() @OneOf(otpTypes) otp_type!: OtpType | null;
}

export class TemplateResult {
  @Nested(() => Template) template!: Template;
}

export class TemplateList {
  @ListOf(() => Template) templates!: Template[];
}

export class TemplateParams {
  @Example('tpl_7Hk2mQ9x') @Verbatim({ min: 1, max: 100 }) id!: string;
}

export class ListTemplatesQuery extends PageQuery {
  @About(
    'Return only templates of the provider account of this channel. An unknown channel returns an empty list.',
  )
  @Optional()
  @FilterId()
  chat_account_id?: number;
  @Default('APPROVED') @OneOf(templateStatuses) status!: TemplateStatus;
}

export class ValidTemplate {
  @Bool() valid!: true;
}

export class DeletedTemplate {
  @Bool() deleted!: true;
  @Example('tpl_7Hk2mQ9x') @Verbatim() id!: string;
}

export class SyncTemplates {
  @About('A channel of the provider account to sync. Omit it to sync all provider accounts.')
  @Optional()
  @Id()
  chat_account_id?: number;
}

export class SyncedTemplates {
  @About('Number of provider accounts that were read.') @Int({ min: 0 }) accounts!: number;
  @About('Number of templates that they have.') @Int({ min: 0 }) templates!: number;
  @Int({ min: 0 }) created!: number;
  @Int({ min: 0 }) updated!: number;
  @About('Deleted at the provider.') @Int({ min: 0 }) deleted!: number;
}

export class ChatAccountParams {
  @Id() id!: number;
}

export class TemplateCapabilitiesQuery {
  @Id() chat_account_id!: number;
}

export const capabilityBlockers = ['template_api_cloud_only', 'credentials_missing'] as const;

export class Capabilities {
  @Id() chat_account_id!: number;
  @OneOf(['cloud', 'device']) channel_type!: 'cloud' | 'device';
  @Bool() template_management_supported!: boolean;
  @About('Why template management is not supported.')
  @Example([])
  @ListOf(OneOf(capabilityBlockers))
  blockers!: (typeof capabilityBlockers)[number][];
}

export class TemplateStatusEventData {
  @Nested(() => Template) template!: Template;
  @OneOf(templateStatuses) from_status!: TemplateStatus;
  @Example('APPROVED') @OneOf(templateStatuses) to_status!: TemplateStatus;
}

export class TemplateCategoryEventData {
  @Nested(() => Template) template!: Template;
  @OneOf(templateCategories) from_category!: TemplateCategory;
  @Example('MARKETING') @OneOf(templateCategories) to_category!: TemplateCategory;
}

/** The deleted channel. The templates of a provider account disappear with the account's last channel there. */
export class HideTemplates {
  @Id() channel_id!: number;
}
