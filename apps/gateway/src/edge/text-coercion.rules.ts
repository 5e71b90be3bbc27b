import { membersOf, type Dto, type Problems, type TextForm } from '@chat/contracts';

/** What a path, a query string or a form gives: a text for each name, or several where it was repeated. */
export type TextValues = Readonly<Record<string, unknown>>;

/**
 * Turns the texts of a path, a query string or a form into the values that the DTO class declares: plain digits into
 * numbers, `true` and `false` into booleans. What does not fit stays as it is, for validation to name.
 * @param readJson reads the members that are objects or lists, which only forms can hold.
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

/** JSON has no word for an infinite number, so one that is not safe stays a text. */
function toSafeInteger(text: string): number | string {
  const value = Number(text);
  return Number.isSafeInteger(value) ? value : text;
}

function toFinite(text: string): number | string {
  const value = Number(text);
  return Number.isFinite(value) ? value : text;
}
