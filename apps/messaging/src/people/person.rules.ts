import { canonicalPhone } from '@chat/phone-numbers';

/** Somebody as a network names them: by a number, by an id of its own, or by both. */
export interface Person {
  /** Digits with country code; null where the network hides the number. */
  phone: string | null;
  providerUserId: string | null;
}

/** What the key of somebody without a number begins with. */
export const USER_KEY = 'user:';

/**
 * What a conversation is told apart by within its channel: the number in one spelling, or the network's id.
 * @throws Error for a person without either.
 */
export function personKey({ phone, providerUserId }: Person): string {
  if (phone !== null) return canonicalPhone(phone);
  if (providerUserId === null) throw new Error('A message names nobody.');
  return `${USER_KEY}${providerUserId}`;
}
