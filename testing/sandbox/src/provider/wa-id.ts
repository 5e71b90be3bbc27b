import type { PhoneBook } from '../network/phone-book';
import { toWaId } from './phone-number.rules';

/** Returns the digits by which the provider names a person: a spelling set for them, else the canonical one. */
export function waIdOf(phones: PhoneBook, digits: string): string {
  const canonical = toWaId(digits);
  return phones.registeredAs(digits) ?? phones.registeredAs(canonical) ?? canonical;
}
