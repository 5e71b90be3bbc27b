import { createHmac, timingSafeEqual } from 'node:crypto';

const PREFIX = 'sha256=';

/**
 * Whether a callback was signed with the app's secret: an HMAC over the bytes as they came, since the provider escapes
 * its JSON in a way of its own. Without a secret nothing is signed.
 */
export function isSigned(raw: Buffer, signature: string | undefined, appSecret: string): boolean {
  if (!appSecret || !signature?.startsWith(PREFIX)) return false;
  const given = Buffer.from(signature.slice(PREFIX.length), 'hex');
  const expected = createHmac('sha256', appSecret).update(raw).digest();
  return given.length === expected.length && timingSafeEqual(given, expected);
}

/** Whether two secrets are the same, compared in constant time. An empty one is nobody's. */
export function isSameSecret(given: string, expected: string): boolean {
  if (!expected) return false;
  const digest = (text: string) => createHmac('sha256', 'compare').update(text).digest();
  return timingSafeEqual(digest(given), digest(expected));
}
