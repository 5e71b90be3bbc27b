import {
  AnyObject,
  Digits,
  Id,
  ListOf,
  Nested,
  Nullable,
  OneOf,
  Optional,
  StoredFile,
  Timestamp,
  Verbatim,
} from '..';

/** More than a template ever has. */
const MAX_COMPONENTS = 100;

/** The account at the provider that a number belongs to. */
export class NumberAccount {
  @Digits({ max: 32 }) waba_id!: string;
}

export class TemplateSample {
  @Id() channel_id!: number;
  @Nested(() => StoredFile) file!: StoredFile;
}

export class SampleHandle {
  /** By which a template names its sample. */
  @Verbatim({ min: 1 }) handle!: string;
}

/** A template for the provider to review. */
export class SubmitTemplate {
  @Id() channel_id!: number;
  @Verbatim({ min: 1 }) name!: string;
  @Verbatim({ min: 1 }) language!: string;
  @Verbatim({ min: 1 }) category!: string;
  /** In the provider's shape. */
  @ListOf(AnyObject(), { maxItems: MAX_COMPONENTS }) components!: object[];
}

export class SubmittedTemplate {
  @Verbatim({ min: 1 }) provider_template_id!: string;
  /** The provider's words. */
  @Verbatim() status!: string;
  @Verbatim() category!: string;
}

export class EditTemplate {
  @Id() channel_id!: number;
  @Verbatim({ min: 1 }) provider_template_id!: string;
  @Optional() @Verbatim({ min: 1 }) category?: string;
  @ListOf(AnyObject(), { maxItems: MAX_COMPONENTS }) components!: object[];
}

export class DeleteTemplate {
  @Id() channel_id!: number;
  @Verbatim({ min: 1 }) provider_template_id!: string;
  @Verbatim({ min: 1 }) name!: string;
}

export class ListProviderTemplates {
  @Id() channel_id!: number;
  /** All templates, unless one name is asked for. */
  @Optional() @Verbatim({ min: 1 }) name?: string;
  /** Where the page before ended. */
  @Optional() @Verbatim({ min: 1 }) after?: string;
}

/** A template as the provider has it, in its own words. */
export class ProviderTemplate {
  @Verbatim({ min: 1 }) id!: string;
  @Verbatim({ min: 1 }) name!: string;
  @Verbatim({ min: 1 }) language!: string;
  @Verbatim() status!: string;
  @Verbatim() category!: string;
  @Verbatim() parameter_format!: string;
  @Nullable() @Verbatim() rejected_reason!: string | null;
  @ListOf(AnyObject()) components!: object[];
}

export class ProviderTemplatePage {
  @ListOf(() => ProviderTemplate) templates!: ProviderTemplate[];
  /** Where the next page begins; null on the last one. */
  @Nullable() @Verbatim() after!: string | null;
}

/** What the provider says of one template, by itself or when it refuses to send it. */
export class TemplateReport {
  @Id() channel_id!: number;
  @Digits({ max: 32 }) waba_id!: string;
  @Nullable() @Verbatim() provider_template_id!: string | null;
  @Verbatim() name!: string;
  @Verbatim() language!: string;
  /** `missing`: it is not there, or not approved; nobody knows more until it is read. */
  @OneOf(['status', 'category', 'missing']) kind!: 'status' | 'category' | 'missing';
  /** The provider's word for the status or the category. */
  @Nullable() @Verbatim() value!: string | null;
  @Nullable() @Verbatim() reason!: string | null;
  /** By the provider's clock. */
  @Timestamp() at!: string;
}
