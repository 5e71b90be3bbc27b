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

/** More than any template has. */
const MAX_COMPONENTS = 100;

/** The provider account that a number belongs to. */
export class NumberAccount {
  @Digits({ max: 32 }) waba_id!: string;
}

export class TemplateSample {
  @Id() channel_id!: number;
  @Nested(() => StoredFile) file!: StoredFile;
}

export class SampleHandle {
  /** The handle by which a template refers to its sample. */
  @Verbatim({ min: 1 }) handle!: string;
}

/** A template for the provider to review. */
export class SubmitTemplate {
  @Id() channel_id!: number;
  @Verbatim({ min: 1 }) name!: string;
  @Verbatim({ min: 1 }) language!: string;
  @Verbatim({ min: 1 }) category!: string;
  /** In the provider's format. */
  @ListOf(AnyObject(), { maxItems: MAX_COMPONENTS }) components!: object[];
}

export class SubmittedTemplate {
  @Verbatim({ min: 1 }) provider_template_id!: string;
  /** The status and the category in the provider's terms. */
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
  /** Restricts the list to templates of this name; all templates if absent. */
  @Optional() @Verbatim({ min: 1 }) name?: string;
  /** The end of the previous page. */
  @Optional() @Verbatim({ min: 1 }) after?: string;
}

/** A template as the provider stores it, in the provider's terms. */
export class ProviderTemplate {
  @Verbatim({ min: 1 }) id!: string;
  @Verbatim({ min: 1 }) name!: string;
  @Verbatim({ min: 1 }) language!: string;
  @Verbatim() status!: string;
  @Verbatim() category!: string;
  @Verbatim() parameter_format!: string;
  @Nullable() @Verbatim() rejected_reason!: string | null;
  @Optional() @Nullable() @Verbatim() quality_score?: string | null;
  @ListOf(AnyObject()) components!: object[];
}

export class ProviderTemplatePage {
  @ListOf(() => ProviderTemplate) templates!: ProviderTemplate[];
  /** The cursor of the next page; null on the last one. */
  @Nullable() @Verbatim() after!: string | null;
}

/** What the provider reported about one template, in a callback or when it refused to send it. */
export class TemplateReport {
  @Id() channel_id!: number;
  @Digits({ max: 32 }) waba_id!: string;
  @Nullable() @Verbatim() provider_template_id!: string | null;
  @Verbatim() name!: string;
  @Verbatim() language!: string;
  /** `missing`: something of the template is in doubt, which only reading it from the provider resolves. */
  @OneOf(['status', 'category', 'missing']) kind!: 'status' | 'category' | 'missing';
  /**
   * The status or the category in the provider's terms. For `missing` what is in doubt: `content`, `quality`, `parameters`
   * (a send was refused for them), or null for the template itself.
   */
  @Nullable() @Verbatim() value!: string | null;
  @Nullable() @Verbatim() reason!: string | null;
  /** According to the provider's clock. */
  @Timestamp() at!: string;
}
