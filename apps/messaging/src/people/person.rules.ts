import type { PersonRef } from '@chat/contracts/messaging';
import { canonicalPhone } from '@chat/phone-numbers';

/** A person as identified by a network: by number, by the network's own id, or both. */
export interface Person {
  /** Digits with country code; null if the network hides the number. */
  phone: string | null;
  providerUserId: string | null;
}

/** The prefix of the key of a person without a number. */
export const USER_KEY = 'user:';

/** The key of a person whom the network names by its id. */
export function userKey(providerUserId: string): string {
  return `${USER_KEY}${providerUserId}`;
}

/** The keys under which a person may be known. */
export function keysOf({ phone, providerUserId }: Person): string[] {
  return [
    ...(phone === null ? [] : [canonicalPhone(phone)]),
    ...(providerUserId === null ? [] : [userKey(providerUserId)]),
  ];
}

/** Reads how a request names a person, by number or by the network's id. @throws Error without either. */
export function readPersonRef({ phone, provider_user_id }: PersonRef): Person {
  const person = { phone: phone ?? null, providerUserId: provider_user_id ?? null };
  if (keysOf(person).length === 0) throw new Error('The request names no person.');
  return person;
}

/**
 * Identifies a conversation within its channel: the number in canonical form, or the network's id.
 * @throws Error for a person with neither.
 */
export function personKey({ phone, providerUserId }: Person): string {
  if (phone !== null) return canonicalPhone(phone);
  if (providerUserId === null) throw new Error('A message names nobody.');
  return `${USER_KEY}${providerUserId}`;
}
