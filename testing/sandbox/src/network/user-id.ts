import { createHash } from 'node:crypto';

/** The id by which the phones' network names a person who hides the number; it does not tell the number. */
export function userIdOf(digits: string): string {
  const digest = createHash('sha256').update(`phones ${digits}`).digest();
  return `${digest.readBigUInt64BE().toString().padStart(15, '1').slice(0, 15)}@lid`;
}
