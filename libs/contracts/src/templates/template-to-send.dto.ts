import { Id, Int, ListOf, Nested, Nullable, OneOf, Optional, StoredFile, Verbatim } from '..';
import { headerFormats, templateCategories, type HeaderFormat, type TemplateCategory } from './template.dto';

/** A template for a channel to send. */
export class TemplateRef {
  @Verbatim({ min: 1, max: 100 }) template_id!: string;
  @Id() channel_id!: number;
}

/** A text with variables: {{1}} to {{count}}, or these names. */
export class VariableText {
  @Verbatim() text!: string;
  @Int({ min: 0 }) count!: number;
  @Optional() @ListOf(Verbatim()) names?: string[];
}

/** A button whose value is supplied with each send. */
export class DynamicButton {
  @Int({ min: 0 }) index!: number;
  @OneOf(['url', 'copy_code']) kind!: 'url' | 'copy_code';
  /** For a URL button: the URL without its variable. */
  @Verbatim() prefix!: string;
  /** The name of the variable of the URL, if it has one. */
  @Optional() @Verbatim() name?: string;
}

/** An approved template, with what a send needs to know of it. */
export class TemplateToSend {
  @Verbatim() template_id!: string;
  @Verbatim() name!: string;
  @Verbatim() language!: string;
  @OneOf(templateCategories) category!: TemplateCategory;
  @OneOf(headerFormats) header_format!: HeaderFormat;
  @Nullable() @Nested(() => VariableText) header!: VariableText | null;
  @Nullable() @Nested(() => VariableText) body!: VariableText | null;
  @ListOf(() => DynamicButton) buttons!: DynamicButton[];
  /** The media of the header unless the send supplies its own. */
  @Nullable() @Nested(() => StoredFile) sample!: StoredFile | null;
  /** The provider's link to the media of the header, if there is no sample. */
  @Optional() @Nullable() @Verbatim() sample_url?: string | null;
}
