import { firstCodePoints } from '../envelopes/code-points.rules';
import { momentOf, textOf } from '../envelopes/envelope.rules';
import { MAX_ID_LENGTH } from '../envelopes/person.rules';
import { isObject } from '../provider/answer.rules';

/** A contact as shared by the business app. */
export interface AppWord {
  /** Digits with country code; null if the provider hides the number. */
  phone: string | null;
  providerUserId: string | null;
  at: Date;
  /** Null when the contact was removed. */
  fullName: string | null;
  firstName: string | null;
}

const MAX_NAME_LENGTH = 500;

/**
 * Returns null for anything but a contact.
 * @param now the time for an entry without one.
 */
export function readAppContact(
  { type, contact, action, metadata }: Record<string, unknown>,
  now: Date,
): AppWord | null {
  if (type !== 'contact' || !isObject(contact)) return null;
  const number = textOf(contact.phone_number).replace(/\D/g, '');
  const phone = /^\d{5,15}$/.test(number) ? number : null;
  const providerUserId = firstCodePoints(textOf(contact.user_id), MAX_ID_LENGTH) || null;
  const at = momentOf(isObject(metadata) ? metadata.timestamp : null) ?? now;
  if (phone === null && providerUserId === null) return null;
  const person = { phone, providerUserId, at };
  if (action === 'remove') return { ...person, fullName: null, firstName: null };
  const firstName = nameIn(contact.first_name);
  const fullName = nameIn(contact.full_name) ?? firstName;
  return action === 'add' && fullName !== null ? { ...person, fullName, firstName } : null;
}

function nameIn(value: unknown): string | null {
  return firstCodePoints(textOf(value).trim(), MAX_NAME_LENGTH) || null;
}
