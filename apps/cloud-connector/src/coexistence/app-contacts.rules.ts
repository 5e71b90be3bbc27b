import { firstCodePoints } from '../envelopes/code-points.rules';
import { momentOf, textOf } from '../envelopes/envelope.rules';
import { isObject } from '../provider/answer.rules';

/** A contact as shared by the business app. */
export interface AppWord {
  /** Digits with country code. */
  phone: string;
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
  const phone = textOf(contact.phone_number).replace(/\D/g, '');
  const at = momentOf(isObject(metadata) ? metadata.timestamp : null) ?? now;
  if (!/^\d{5,15}$/.test(phone)) return null;
  if (action === 'remove') return { phone, at, fullName: null, firstName: null };
  const firstName = nameIn(contact.first_name);
  const fullName = nameIn(contact.full_name) ?? firstName;
  return action === 'add' && fullName !== null ? { phone, at, fullName, firstName } : null;
}

function nameIn(value: unknown): string | null {
  return firstCodePoints(textOf(value).trim(), MAX_NAME_LENGTH) || null;
}
