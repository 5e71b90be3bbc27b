import { createHmac, timingSafeEqual } from 'node:crypto';

const PREFIX = 'sha256=';

/**
 * Verifies the signature of a callback with the app's secret: an HMAC over the raw bytes, since the provider escapes
 * its JSON in its own way. Without a secret, no signature is valid.
 */
export function isSigned(raw: Buffer, signature: string | undefined, appSecret: string): boolean {
  if (!appSecret || !signature?.startsWith(PREFIX)) return false;
  const given = Buffer.from(signature.slice(PREFIX.length), 'hex');
  const expected = createHmac('sha256', appSecret).update(raw).digest();
  return given.length === expected.length && timingSafeEqual(given, expected);
}

/** Compares two secrets in constant time. An empty secret matches nothing. */
export function isSameSecret(given: string, expected: string): boolean {
  if (!expected) return false;
  const digest = (text: string) => createHmac('sha256', 'compare').update(text).digest();
  return timingSafeEqual(digest(given), digest(expected));
}
