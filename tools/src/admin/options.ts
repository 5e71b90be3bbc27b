import { InvalidArgumentError, Option } from 'commander';

/** A whole number, as an option's value. */
export function wholeNumber(text: string): number {
  const value = Number(text);
  if (!/^-?\d+$/.test(text) || !Number.isSafeInteger(value)) {
    throw new InvalidArgumentError('It must be a whole number.');
  }
  return value;
}

/** A text that says something: services count a blank one as left out, which would change nothing. */
export function someText(text: string): string {
  if (text.trim() === '') throw new InvalidArgumentError('It must not be empty.');
  return text;
}

/** `a,b,c` */
export function commaList(text: string): string[] {
  return text
    .split(',')
    .map((item) => item.trim())
    .filter(Boolean);
}

export const accountOption = () =>
  new Option('--account <id>', 'the account').argParser(wholeNumber).makeOptionMandatory();

export const optionalAccountOption = () =>
  new Option('--account <id>', 'of this account only').argParser(wholeNumber);

export const jsonOption = () => new Option('--json', 'print JSON').default(false);
