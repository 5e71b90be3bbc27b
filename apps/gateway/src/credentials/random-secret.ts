import { createHash, randomBytes } from 'node:crypto';

/** A secret that nobody guesses, as text for cookies and forms. */
export function randomSecret(): string {
  return randomBytes(32).toString('base64url');
}

/** What is kept of a random secret. It needs no key and no salt: there is nothing to guess. */
export function digestOf(secret: string): Buffer {
  return createHash('sha256').update(secret).digest();
}

/** Whether a text can be what `randomSecret` returned. */
export function isRandomSecret(text: string): boolean {
  return /^[\w-]{43}$/.test(text);
}
