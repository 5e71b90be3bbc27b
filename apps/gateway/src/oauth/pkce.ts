import { createHash, timingSafeEqual } from 'node:crypto';

const VERIFIER = /^[\w.~-]{43,128}$/;

/** Whether an S256 challenge was derived from this verifier (RFC 7636). */
export function fitsChallenge(verifier: string, challenge: string): boolean {
  if (!VERIFIER.test(verifier)) return false;
  const made = createHash('sha256').update(verifier).digest('base64url');
  return made.length === challenge.length && timingSafeEqual(Buffer.from(made), Buffer.from(challenge));
}
