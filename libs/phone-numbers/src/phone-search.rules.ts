import { parseDigits, parsePhoneNumberFromString } from 'libphonenumber-js';
import { phoneVariants, readInternational } from './phone-number.rules';

/** The shortest part of a number, after its trunk prefix, that is searched without it. */
const MIN_SUBSCRIBER_DIGITS = 7;

/** The shortest part of a number after 00 that is searched as its beginning. */
const MIN_CALLED_DIGITS = 3;

/** What people put between the digits of a number, and the scheme in front of it (RFC 3966). */
const NUMBER = /^(?:tel:)?[+\p{Nd}\s\p{Pd}\u2212()[\]./~·]+$/iu;
/** A trunk prefix that is dialled within the country only, as in +44 (0)7911. */
const OPTIONAL_TRUNK = /[([]\s*0\s*[)\]]/gu;

/** Digits of a number that is searched. */
export interface SearchedDigits {
  digits: string;
  /** Whether the number begins with them; otherwise they may be anywhere in it. */
  isBeginning: boolean;
}

/**
 * Returns the digits of a number in the forms in which people write it: internationally in each spelling, the given one
 * first, and as within its country, with the trunk prefix. A form that is a part of another is left out.
 * @param phone the international form.
 * @param asGiven the national number as somebody wrote it.
 */
export function writtenForms(phone: string, asGiven?: string): string[] {
  const international = phoneVariants(phone);
  const national = [...international.map(nationalForm), ...(asGiven === undefined ? [] : [asGiven])];
  return national.reduce(
    (forms, form) => (forms.some((other) => other.includes(form)) ? forms : [...forms, form]),
    international,
  );
}

/**
 * Returns what to look for among the written forms of numbers when somebody searches for this text; nothing if it is not
 * a number, or a part of one.
 */
export function searchedDigits(text: string): SearchedDigits[] {
  if (!NUMBER.test(text)) return [];
  const digits = parseDigits(text.replaceAll(OPTIONAL_TRUNK, ''));
  if (digits === '') return [];
  if (text.includes('+')) return [beginning(digits), ...read(digits)];
  const anywhere = { digits, isBeginning: false };
  return [anywhere, ...read(digits), ...afterCallPrefix(digits), ...withoutTrunk(digits)];
}

/** With the dial code, and perhaps with the trunk prefix behind it. */
function read(digits: string): SearchedDigits[] {
  const international = readInternational(digits);
  return international === null ? [] : [beginning(international)];
}

/** 00 is dialled before international numbers in most countries, and 011 in North America. */
function afterCallPrefix(digits: string): SearchedDigits[] {
  if (digits.startsWith('00')) {
    const called = digits.slice(2);
    return called.length < MIN_CALLED_DIGITS ? [] : [beginning(called), ...read(called)];
  }
  return digits.startsWith('011') ? read(digits.slice(3)) : [];
}

/** The 0 of countries whose own way of writing has none, as in Brazil. */
function withoutTrunk(digits: string): SearchedDigits[] {
  if (!/^0[1-9]/.test(digits) || digits.length <= MIN_SUBSCRIBER_DIGITS) return [];
  return [{ digits: digits.slice(1), isBeginning: false }];
}

function beginning(digits: string): SearchedDigits {
  return { digits, isBeginning: true };
}

function nationalForm(phone: string): string {
  const number = parsePhoneNumberFromString(`+${phone}`, { extract: false });
  return number ? parseDigits(number.formatNational()) : phone;
}
