import type { Template } from '@chat/client';

/** A value that somebody fills in before a template is sent. */
export interface Slot {
  readonly id: string;
  readonly part: 'header' | 'body' | 'button' | 'code';
  /** The name of the variable, or the label of the button. */
  readonly name: string;
  readonly example: string;
}

const VARIABLE = /\{\{\s*([\w]+)\s*\}\}/g;

/** What is to be filled in, in the order in which it is read. */
export function slotsOf(template: Template): Slot[] {
  if (template.category === 'AUTHENTICATION')
    return [{ id: 'code', part: 'code', name: 'code', example: '123456' }];
  const header = template.header_format === 'TEXT' ? variablesOf(template.header_text) : [];
  const body = variablesOf(template.body);
  return [
    ...header.map((name): Slot => ({ id: `header-${name}`, part: 'header', name, example: '' })),
    ...body.map((name, index): Slot => ({
      id: `body-${name}`,
      part: 'body',
      name,
      example: template.body_examples[index] ?? '',
    })),
    ...buttonsWithValue(template).map((button): Slot => ({
      id: `button-${button.index}`,
      part: 'button',
      name: button.text,
      example: '',
    })),
  ];
}

/** The members of a request that sends the template with these values. */
export function requestOf(
  template: Template,
  values: Readonly<Record<string, string>>,
): Record<string, unknown> {
  const slots = slotsOf(template);
  const of = (part: Slot['part']) => slots.filter((slot) => slot.part === part);
  const given = (slot: Slot) => values[slot.id] ?? '';
  const parts = { header: of('header'), body: [...of('body'), ...of('code')], button: of('button') };
  return {
    template_id: template.template_id,
    ...variablesMember('body', parts.body, given),
    ...variablesMember('header', parts.header, given),
    ...(parts.button.length > 0 && { button_variables: parts.button.map(given) }),
  };
}

function variablesMember(
  part: 'header' | 'body',
  slots: readonly Slot[],
  given: (slot: Slot) => string,
): object {
  if (slots.length === 0) return {};
  const isNamed = slots.some(({ name, part: kind }) => kind !== 'code' && !/^\d+$/.test(name));
  return isNamed
    ? { [`${part}_named_variables`]: Object.fromEntries(slots.map((slot) => [slot.name, given(slot)])) }
    : { [`${part}_variables`]: slots.map(given) };
}

/** The names of the variables of a text, each once: numbers in their order, others as they appear. */
function variablesOf(text: string | null): string[] {
  const names = [...new Set([...(text ?? '').matchAll(VARIABLE)].map(([, name]) => name!))];
  return names.every((name) => /^\d+$/.test(name)) ? names.sort((a, b) => Number(a) - Number(b)) : names;
}

function buttonsWithValue({ buttons }: Template): { index: number; text: string }[] {
  return buttons.flatMap(({ type, text, url }, index) =>
    (type === 'URL' && /\{\{\s*\w+\s*\}\}/.test(url ?? '')) || type === 'COPY_CODE'
      ? [{ index, text: text ?? type }]
      : [],
  );
}
