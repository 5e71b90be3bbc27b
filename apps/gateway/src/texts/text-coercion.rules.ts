import { membersOf, type Dto, type Problems, type TextForm } from '@chat/contracts';

/** The texts of a path, a query string or a form by name; several for a repeated name. */
export type TextValues = Readonly<Record<string, unknown>>;

/**
 * Converts the texts of a path, a query string or a form to the types that the DTO class declares: digits to numbers,
 * `true` and `false` to booleans. Anything that does not fit is left unchanged, for validation to report.
 * @param readJson parses members that are objects or lists, which only forms can contain.
 */
export function coerceTexts(
  dto: Dto,
  texts: TextValues,
  problems: Problems,
  readJson: (text: string, name: string) => unknown = (text) => text,
): Record<string, unknown> {
  const members = membersOf(dto);
  return Object.fromEntries(
    Object.entries(texts).map(([name, given]) => {
      const form = members.get(name)?.kind.textForm;
      if (form && Array.isArray(given)) problems.add(name, `${name} is given more than once. Send it once.`);
      const text: unknown = Array.isArray(given) ? given.at(-1) : given;
      if (!form || typeof text !== 'string') return [name, text];
      return [name, form === 'json' ? readJson(text, name) : coerceText(form, text)];
    }),
  );
}

function coerceText(form: Exclude<TextForm, 'json'>, text: string): unknown {
  switch (form) {
    case 'text':
      return text;
    case 'integer':
      return /^(\d+|-[1-9]\d*)$/.test(text) ? toSafeInteger(text) : text;
    case 'decimal':
      return /^-?\d+(\.\d+)?$/.test(text) ? toFinite(text) : text;
    case 'boolean':
      return text === 'true' || text === 'false' ? text === 'true' : text;
  }
}

/** JSON cannot represent infinity, so a number that is not safe stays a text. */
function toSafeInteger(text: string): number | string {
  const value = Number(text);
  return Number.isSafeInteger(value) ? value : text;
}

function toFinite(text: string): number | string {
  const value = Number(text);
  return Number.isFinite(value) ? value : text;
}
