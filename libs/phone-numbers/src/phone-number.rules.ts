import { getCountries, getCountryCallingCode, parsePhoneNumberFromString } from 'libphonenumber-js';

const E164_MAX_DIGITS = 15;

/** Trunk prefixes that people still write although the numbering plan, and hence the metadata, has dropped them. */
const abolishedTrunkPrefixes: ReadonlyMap<string, RegExp> = new Map([
  // Mexico until 2019: 01 before landlines, 044 and 045 before mobile numbers.
  ['52', /^(?:01|04[45])(?=\d{10}$)/],
]);

/** Mobile numbers that people and networks write with and without one digit: prefix, that digit, the rest. */
const spellings: readonly { pattern: RegExp; digit: string }[] = [
  // Brazil: mobile numbers got a ninth digit after the area code.
  { pattern: /^(55\d{2})(9?)([6-9]\d{7})$/, digit: '9' },
  // Argentina: a 9 after the country code marks a mobile number when called from abroad.
  { pattern: /^(54)(9?)(\d{10})$/, digit: '9' },
  // Mexico: a 1 marked mobile numbers until 2019, and the chat network still uses it.
  { pattern: /^(52)(1?)(\d{10})$/, digit: '1' },
];

/** Dial codes of no country, such as those of satellites and freephone numbers; E.164 gives them out as a list. */
const NON_GEOGRAPHIC = ['800', '808', '870', '878', '881', '882', '883', '888', '979'];
const dialCodes: ReadonlySet<string> = new Set([
  ...getCountries().map((country) => String(getCountryCallingCode(country))),
  ...NON_GEOGRAPHIC,
]);

/** Returns whether numbers begin with this dial code anywhere. */
export function isDialCode(digits: string): boolean {
  return dialCodes.has(digits);
}

/**
 * Returns the international form of a number: dial code and national number without a trunk prefix, so `447911123456`
 * for `44` and `07911123456`. A number with several international spellings keeps the given one.
 * @returns null unless `dialCode` exists and `national` has a valid length for it.
 */
export function toInternational(dialCode: string, national: string): string | null {
  const abolished = abolishedTrunkPrefixes.get(dialCode);
  const digits = dialCode + (abolished ? national.replace(abolished, '') : national);
  const number = parse(digits);
  if (number?.countryCallingCode !== dialCode) return null;
  if (isNationalNumber(number)) return withoutPlus(number.number);
  return phoneVariants(digits).some(isOwnInternational) ? digits : null;
}

/**
 * Returns the digits of a number that `toInternational` does not know, as somebody gave them: the metadata calls numbers
 * impossible that exist, before and after a country changes its plan. @returns null unless `dialCode` exists.
 */
export function asGiven(dialCode: string, national: string): string | null {
  const digits = dialCode + national;
  return digits.length <= E164_MAX_DIGITS && parse(digits)?.countryCallingCode === dialCode ? digits : null;
}

/** Splits an international form into its parts. @returns null if no such number can exist. */
export function splitInternational(digits: string): { dialCode: string; national: string } | null {
  const dialCode = parse(digits)?.countryCallingCode;
  if (dialCode === undefined || !phoneVariants(digits).some(isOwnInternational)) return null;
  return { dialCode, national: digits.slice(dialCode.length) };
}

/** Like `toInternational`, for digits that begin with the dial code, as people write the number of a channel. */
export function readInternational(digits: string): string | null {
  const dialCode = parse(digits)?.countryCallingCode;
  return dialCode === undefined ? null : toInternational(dialCode, digits.slice(dialCode.length));
}

/**
 * Returns every spelling of a number, the given one first. Numbers are stored as received, so look them up by all of
 * these.
 * @param digits the international form.
 */
export function phoneVariants(digits: string): string[] {
  for (const { pattern, digit } of spellings) {
    const [, prefix, optional, rest] = pattern.exec(digits) ?? [];
    if (prefix !== undefined) return [digits, optional ? `${prefix}${rest}` : `${prefix}${digit}${rest}`];
  }
  return [digits];
}

/** Like `phoneVariants`, for digits that may have a trunk prefix, as in a search. */
export function phoneSpellings(digits: string): string[] {
  return phoneVariants(readInternational(digits) ?? digits);
}

/**
 * Returns one spelling for all variants of a number, for comparison; it is not meant to be dialled.
 * @param digits the international form.
 */
export function canonicalPhone(digits: string): string {
  return phoneVariants(digits).reduce((shortest, variant) =>
    variant.length < shortest.length ? variant : shortest,
  );
}

type ParsedNumber = NonNullable<ReturnType<typeof parse>>;

function parse(digits: string) {
  return parsePhoneNumberFromString(`+${digits}`, { extract: false });
}

function withoutPlus(number: string): string {
  return number.slice(1);
}

/**
 * Returns whether a number may exist, judging mainly by its length, because numbers are allocated faster than the
 * metadata is updated. A leading 0 is part of the number in only a few countries; elsewhere it is a second trunk
 * prefix. `00` is the international call prefix.
 */
function isNationalNumber(number: ParsedNumber): boolean {
  if (number.number.length - 1 > E164_MAX_DIGITS || !number.isPossible()) return false;
  if (!number.nationalNumber.startsWith('0')) return true;
  return !number.nationalNumber.startsWith('00') && number.isValid();
}

/** Returns whether a number may exist with exactly these digits, without a trunk prefix among them. */
function isOwnInternational(digits: string): boolean {
  const number = parse(digits);
  return number !== undefined && isNationalNumber(number) && withoutPlus(number.number) === digits;
}
