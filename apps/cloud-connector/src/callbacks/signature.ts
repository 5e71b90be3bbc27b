import { createHmac, timingSafeEqual } from 'node:crypto';

const PREFIX = 'sha256=';

/**
 * Verifies the signature of a callback with the secrets of the app, of which there are several while one is being
 * changed: an HMAC over the raw bytes, since the provider escapes its JSON in its own way. An empty secret signs nothing.
 */
export function isSigned(raw: Buffer, signature: string | undefined, appSecrets: readonly string[]): boolean {
  if (!signature?.startsWith(PREFIX)) return false;
  const given = Buffer.from(signature.slice(PREFIX.length), 'hex');
  return appSecrets.some((secret) => {
    if (!secret) return false;
    const expected = createHmac('sha256', secret).update(raw).digest();
    return given.length === expected.length && timingSafeEqual(given, expected);
  });
}

/** Compares two secrets in constant time. An empty secret matches nothing. */
export function isSameSecret(given: string, expected: string): boolean {
  if (!expected) return false;
  const digest = (text: string) => createHmac('sha256', 'compare').update(text).digest();
  return timingSafeEqual(digest(given), digest(expected));
}
