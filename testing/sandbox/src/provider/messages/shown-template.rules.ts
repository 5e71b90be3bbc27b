import { fillIn, placeholdersOf } from '../templates/placeholders.rules';
import type { ReadComponent } from '../templates/templates.mapper';
import type { TemplateMessage } from './content.schema';
import { textOf, valueOf } from './template-parameters.rules';

/** A template as the person's phone shows it. */
export interface ShownTemplate {
  header: string | null;
  /** The format of a header that is no text. */
  media: string | null;
  body: string;
  footer: string | null;
  buttons: string[];
}

type Given = NonNullable<TemplateMessage['components']>;

/** Phones name buttons themselves that a template gives no text. */
const labels: Readonly<Record<string, string>> = { COPY_CODE: 'Copy offer code' };

export function shownTemplate(components: readonly ReadComponent[], given: Given): ShownTemplate {
  const componentOf = (type: string) => components.find((one) => one.type === type);
  const header = componentOf('HEADER');
  const isText = header?.format === 'TEXT';
  return {
    header: header && isText ? filledText(header, given) : null,
    media: header?.format !== undefined && !isText ? header.format : null,
    body: filledText(componentOf('BODY') ?? { type: 'BODY' }, given),
    footer: componentOf('FOOTER')?.text ?? null,
    buttons: (componentOf('BUTTONS')?.buttons ?? []).map(({ type, text }) => text ?? labels[type] ?? type),
  };
}

function filledText({ type, text = '' }: ReadComponent, given: Given): string {
  const parameters = given.find((one) => one.type === type.toLowerCase())?.parameters ?? [];
  const values = placeholdersOf(text).map((name, index): [string, string] => [
    name,
    textOf(valueOf(parameters, name) ?? parameters[index]),
  ]);
  return fillIn(text, Object.fromEntries(values));
}
