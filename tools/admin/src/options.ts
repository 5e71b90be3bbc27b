import { InvalidArgumentError, Option } from 'commander';

/** Parses an option's value as a whole number. */
export function wholeNumber(text: string): number {
  const value = Number(text);
  if (!/^-?\d+$/.test(text) || !Number.isSafeInteger(value)) {
    throw new InvalidArgumentError('It must be a whole number.');
  }
  return value;
}

/** Requires a text that is not blank: services treat a blank one as absent, which would change nothing. */
export function someText(text: string): string {
  if (text.trim() === '') throw new InvalidArgumentError('It must not be empty.');
  return text;
}

/**
 * Parses `a,b,c`; a repeated item counts once. The empty list must be spelled out, as `none`: an unset variable of a
 * script looks like an empty text.
 */
export function commaList(text: string): string[] {
  if (text.trim() === 'none') return [];
  const items = text.split(',').map((item) => item.trim());
  if (items.includes('')) throw new InvalidArgumentError('An item is empty. Say none for an empty list.');
  return [...new Set(items)];
}

/** Parses a date or a time as the API sends times. */
export function dateOption(text: string): string {
  const time = Date.parse(text);
  if (Number.isNaN(time)) throw new InvalidArgumentError('It must be a date, such as 2027-01-31.');
  return new Date(time).toISOString().replace('Z', '+00:00');
}

export const accountOption = () =>
  new Option('--account <id>', 'the account').argParser(wholeNumber).makeOptionMandatory();

export const optionalAccountOption = () =>
  new Option('--account <id>', 'only this account').argParser(wholeNumber);

export const jsonOption = () => new Option('--json', 'print JSON').default(false);
