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

export const templateCategories = ['UTILITY', 'MARKETING', 'AUTHENTICATION'] as const;
export type TemplateCategory = (typeof templateCategories)[number];

export const templateStatuses = ['PENDING', 'APPROVED', 'REJECTED', 'PAUSED', 'DISABLED'] as const;
export type TemplateStatus = (typeof templateStatuses)[number];

/** The headers that templates are made with here. */
export const headerFormats = ['NONE', 'TEXT', 'DOCUMENT', 'IMAGE', 'VIDEO'] as const;
export type HeaderFormat = (typeof headerFormats)[number];

/** Templates that were made elsewhere may have a header that is a place. */
export const shownHeaderFormats = [...headerFormats, 'LOCATION'] as const;
export type ShownHeaderFormat = (typeof shownHeaderFormats)[number];

export const buttonTypes = ['QUICK_REPLY', 'URL', 'PHONE_NUMBER', 'COPY_CODE', 'OTP'] as const;
export type ButtonType = (typeof buttonTypes)[number];

export const otpTypes = ['COPY_CODE', 'ONE_TAP', 'ZERO_TAP'] as const;
export type OtpType = (typeof otpTypes)[number];

/** Wide bounds: what the provider allows is told by rules, all at once and in its own words. */
const LONG = 4_096;
const MAX_BODY = 16_384;
const MAX_ITEMS = 100;

@About('An Android app that may take a code.')
export class SupportedApp {
  @Verbatim({ min: 1, max: 224 }) package_name!: string;
  @Verbatim({ min: 1, max: 100 }) signature_hash!: string;
}

@About('A button of a template.')
export class TemplateButton {
  @About('OTP in authentication templates alone, which have exactly one.')
  @OneOf(buttonTypes)
  type!: ButtonType;
  @About('What the button says, 25 characters at most. Buttons of the types COPY_CODE and OTP need none.')
  @Optional()
  @Verbatim({ max: LONG })
  text?: string;
  @About('Of a URL button; it may end with the variable {{1}}.')
  @Optional()
  @Verbatim({ max: LONG })
  url?: string;
  @About('Of a PHONE_NUMBER button, with country code.')
  @Optional()
  @Verbatim({ max: LONG })
  phone_number?: string;
  @About('A text, or a list of one: the whole URL of a URL button with a variable, or the code of COPY_CODE.')
  @Optional()
  @AnyJson({ max: LONG })
  example?: unknown;
  @Optional() @OneOf(otpTypes) otp_type?: OtpType;
  @About('With ONE_TAP: what the button says that fills the code in.')
  @Optional()
  @Verbatim({ max: LONG })
  autofill_text?: string;
  @About('Of ONE_TAP and ZERO_TAP, 5 at most.')
  @Optional()
  @ListOf(() => SupportedApp, { maxItems: MAX_ITEMS })
  supported_apps?: SupportedApp[];
  @About("Required with ZERO_TAP: you accept the provider's terms for it.")
  @Optional()
  @Bool()
  zero_tap_terms_accepted?: boolean;
}

@About('A template to create or to check. With a file it is a form, whose lists are JSON.')
export class CreateTemplate {
  @About('The Cloud channel whose provider account the template belongs to; by default the default channel.')
  @Optional()
  @Id()
  chat_account_id?: number;
  @Example('order_shipped')
  @About('1 to 512 lower-case letters, digits and underscores.')
  @Verbatim({ min: 1, max: LONG })
  name!: string;
  @About('A code of the provider, as in `en_US`.')
  @Example('en_US')
  @Verbatim({ min: 1, max: 100 })
  language!: string;
  @OneOf(templateCategories) category!: TemplateCategory;
  @Default('NONE') @OneOf(headerFormats) header_format!: HeaderFormat;
  @About('Of a header of the format TEXT: 60 characters at most, with one variable {{1}} at most.')
  @Optional()
  @Verbatim({ max: LONG })
  header_text?: string;
  @About('An example for the variable of the header.')
  @Optional()
  @Verbatim({ max: LONG })
  header_example?: string;
  @About('A public https URL of the sample for a header of the format DOCUMENT, IMAGE or VIDEO.')
  @Optional()
  @Verbatim({ min: 1, max: LONG })
  header_media_url?: string;
  @About('The sample as a file.') @Optional() @UploadedFile() header_media_file?: StoredFile;
  @About(
    '1 to 1024 characters, with variables {{1}}, {{2}} and so on, none of them first or last. ' +
      'Authentication templates have none: their text is the provider’s.',
  )
  @Example('Order {{1}} is on its way.')
  @Optional()
  @Verbatim({ max: MAX_BODY })
  body?: string;
  @About('An example for each variable of the body.')
  @Example(['1042'])
  @Optional()
  @ListOf(Verbatim({ max: LONG }), { maxItems: MAX_ITEMS })
  body_examples?: string[];
  @About('60 characters at most, without variables.') @Optional() @Verbatim({ max: LONG }) footer?: string;
  @Optional() @ListOf(() => TemplateButton, { maxItems: MAX_ITEMS }) buttons?: TemplateButton[];
  @About('Of authentication templates: adds the advice not to share the code.')
  @Optional()
  @Bool()
  add_security_recommendation?: boolean;
  @About('Of authentication templates: says in the footer how long the code is valid, 1 to 90 minutes.')
  @Optional()
  @Int()
  code_expiration_minutes?: number;
}

@About(
  'What changes of a template. What is left out stays, and null takes a part away. Name and language never change.',
)
export class UpdateTemplate {
  @About('An approved template keeps its category.')
  @IfGiven()
  @OneOf(templateCategories)
  category?: TemplateCategory;
  @IfGiven() @OneOf(headerFormats) header_format?: HeaderFormat;
  @IfGiven() @Nullable() @Verbatim({ max: LONG }) header_text?: string | null;
  @IfGiven() @Nullable() @Verbatim({ max: LONG }) header_example?: string | null;
  @About('Another sample, by its URL.')
  @IfGiven()
  @Nullable()
  @Verbatim({ max: LONG })
  header_media_url?: string | null;
  @About('Another sample, as a file.') @Optional() @UploadedFile() header_media_file?: StoredFile;
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
  @About('Ours, `tpl_…`. Wherever a template is named, the identifier of the provider does as well.')
  @Example('tpl_7Hk2mQ9x')
  @Verbatim()
  template_id!: string;
  @Example('1234567890') @Nullable() @Verbatim() provider_template_id!: string | null;
  @About('A channel of the provider account that the template belongs to.')
  @Example(8)
  @Id()
  chat_account_id!: number;
  @Example('order_shipped') @Verbatim() name!: string;
  @Example('en_US') @Verbatim() language!: string;
  @OneOf(templateCategories) category!: TemplateCategory;
  @OneOf(shownHeaderFormats) header_format!: ShownHeaderFormat;
  @Nullable() @Verbatim() header_text!: string | null;
  @About('Null in authentication templates, whose text is the provider’s.')
  @Example('Order {{1}} is on its way.')
  @Nullable()
  @Verbatim()
  body!: string | null;
  @Example(['1042']) @ListOf(Verbatim()) body_examples!: string[];
  @Nullable() @Verbatim() footer!: string | null;
  @About("In the provider's order. Types beyond those of requests are shown as they are.")
  @Example([])
  @ListOf(() => ShownButton)
  buttons!: ShownButton[];
  @Example(false) @Bool() add_security_recommendation!: boolean;
  @Nullable() @Int() code_expiration_minutes!: number | null;
  @Example('APPROVED') @OneOf(templateStatuses) status!: TemplateStatus;
  @About("The provider's own word, of which `status` is the nearest.")
  @Nullable()
  @Verbatim()
  provider_status!: string | null;
  @Nullable() @Verbatim() rejection_reason!: string | null;
  @About('False for shapes that cannot be sent from here, such as carousels and named variables.')
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
  @About('The templates of the provider account of this channel. An unknown channel gives an empty list.')
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
  @About('One provider account, by a channel of it; all of them if absent.')
  @Optional()
  @Id()
  chat_account_id?: number;
}

export class SyncedTemplates {
  @About('How many provider accounts were read.') @Int({ min: 0 }) accounts!: number;
  @About('How many templates they have.') @Int({ min: 0 }) templates!: number;
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
  @About('Why not.')
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

/** The templates of a provider account go with the last channel that the account of ours has there. */
export class HideTemplates {
  @Id() channel_id!: number;
}
