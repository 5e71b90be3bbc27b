import { isPossiblePhoneNumber } from 'libphonenumber-js';

/** Mobile numbers that people and networks write with and without one digit: prefix, that digit, the rest. */
const spellings: readonly { pattern: RegExp; digit: string }[] = [
  // Brazil: mobile numbers got a ninth digit after the area code.
  { pattern: /^(55\d{2})(9?)([6-9]\d{7})$/, digit: '9' },
  // Argentina: a 9 after the country code marks a mobile number when called from abroad.
  { pattern: /^(54)(9?)(\d{10})$/, digit: '9' },
  // Mexico: a 1 marked mobile numbers until 2019, and the chat network still uses it.
  { pattern: /^(52)(1?)(\d{10})$/, digit: '1' },
];

/**
 * Every spelling of one number, the given one first. Numbers are stored as they came: look them up by all of these.
 * @param digits with country code.
 */
export function phoneVariants(digits: string): string[] {
  for (const { pattern, digit } of spellings) {
    const [, prefix, optional, rest] = pattern.exec(digits) ?? [];
    if (prefix !== undefined) return [digits, optional ? `${prefix}${rest}` : `${prefix}${digit}${rest}`];
  }
  return [digits];
}

const E164_MAX_DIGITS = 15;

/** Whether a number of this country and length can exist, in any of its spellings. */
export function isPossiblePhone(digits: string): boolean {
  if (digits.length > E164_MAX_DIGITS) return false;
  return phoneVariants(digits).some((variant) => isPossiblePhoneNumber(`+${variant}`));
}

/** One spelling for all variants of a number, to compare by; it is not meant to be dialled. */
export function canonicalPhone(digits: string): string {
  return phoneVariants(digits).reduce((shortest, variant) =>
    variant.length < shortest.length ? variant : shortest,
  );
}
