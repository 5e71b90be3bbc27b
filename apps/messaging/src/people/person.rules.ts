import { canonicalPhone } from '@chat/phone-numbers';

/** A person as identified by a network: by number, by the network's own id, or both. */
export interface Person {
  /** Digits with country code; null if the network hides the number. */
  phone: string | null;
  providerUserId: string | null;
}

/** The prefix of the key of a person without a number. */
export const USER_KEY = 'user:';

/** The keys under which a person may be known. */
export function keysOf({ phone, providerUserId }: Person): string[] {
  return [
    ...(phone === null ? [] : [canonicalPhone(phone)]),
    ...(providerUserId === null ? [] : [`${USER_KEY}${providerUserId}`]),
  ];
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
