import { createHash } from 'node:crypto';
import { countryOf } from '../phone-number.rules';

/** The id by which one business account knows a person, even one who hides the number. */
export function userIdOf(accountId: string, waId: string): string {
  const digest = createHash('sha256').update(`${accountId} ${waId}`).digest();
  return `${countryOf(waId)}.${digest.readBigUInt64BE().toString().padStart(20, '1')}`;
}
