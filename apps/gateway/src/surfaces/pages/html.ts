/** HTML that is safe to send: made by `html`, whose values are escaped. */
export class Html {
  constructor(readonly text: string) {}
}

type Value = Html | string | number | null | undefined | readonly Html[];

const ESCAPES: Readonly<Record<string, string>> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&#39;',
};

/** A template of HTML. Texts are escaped, so that they may stand between tags and in quoted attributes. */
export function html(parts: TemplateStringsArray, ...values: readonly Value[]): Html {
  return new Html(
    parts.map((part, index) => (index === 0 ? part : print(values[index - 1]) + part)).join(''),
  );
}

function print(value: Value): string {
  if (value === null || value === undefined) return '';
  if (value instanceof Html) return value.text;
  if (typeof value === 'object') return value.map(({ text }) => text).join('');
  return String(value).replaceAll(/[&<>"']/g, (character) => ESCAPES[character]!);
}
