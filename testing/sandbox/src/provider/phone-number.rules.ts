import { parsePhoneNumberFromString } from 'libphonenumber-js';

/** Area codes below this keep the ninth digit in the canonical form. */
const BRAZIL_KEEPS_NINTH_BELOW = 31;

/**
 * Returns the digits that the provider dials for the `to` of a send. Without a plus, it prepends the country code of
 * the business number, unless the digits begin with it.
 * @returns null when `to` is not a phone number.
 */
export function dialledDigits(to: string, businessDigits: string): string | null {
  const digits = to.replaceAll(/[\s()+.-]/g, '');
  if (!/^\d{5,15}$/.test(digits)) return null;
  if (to.trim().startsWith('+')) return digits;
  const country = parsePhoneNumberFromString(`+${businessDigits}`)?.countryCallingCode ?? '';
  return digits.startsWith(country) ? digits : country + digits;
}

/** Returns the canonical digits of a person, which differ from the dialled ones in Brazil and Mexico. */
export function toWaId(digits: string): string {
  if (/^52\d{10}$/.test(digits)) return `521${digits.slice(2)}`;
  if (/^55\d{2}9\d{8}$/.test(digits) && Number(digits.slice(2, 4)) >= BRAZIL_KEEPS_NINTH_BELOW) {
    return digits.slice(0, 4) + digits.slice(5);
  }
  return digits;
}

/** Formats a number as the provider displays it. */
export function displayNumber(digits: string): string {
  return parsePhoneNumberFromString(`+${digits}`)?.formatInternational() ?? `+${digits}`;
}

/** Returns the two-letter country of the number, `ZZ` when unknown. */
export function countryOf(digits: string): string {
  return parsePhoneNumberFromString(`+${digits}`)?.country ?? 'ZZ';
}
