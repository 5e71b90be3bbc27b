import { createHmac, randomInt } from 'node:crypto';
import { crc32 } from 'node:zlib';

const ALPHABET = '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz';
const RANDOM_LENGTH = 32;
const CHECKSUM_LENGTH = 6;
const TAIL = new RegExp(`^[0-9A-Za-z]{${RANDOM_LENGTH + CHECKSUM_LENGTH}}$`);

/** The prefixes of the kinds of keys. */
const prefixes = {
  clientId: 'ck_',
  clientSecret: 'cs_',
  appClientId: 'app_',
  appSecret: 'aps_',
  accessToken: 'at_',
  refreshToken: 'rt_',
  authorizationCode: 'ac_',
} as const;

export type KeyKind = keyof typeof prefixes;

/** Generates a key: its prefix, 32 random base62 characters and a checksum that scanners for leaked keys can verify. */
export function newKey(kind: KeyKind): string {
  return withChecksum(prefixes[kind] + randomText());
}

/**
 * Derives a key from another one, always the same from the same two. Whoever has only one of them, key or salt, learns
 * nothing about the derived key.
 */
export function deriveKey(kind: KeyKind, from: string, salt: Buffer): string {
  const code = createHmac('sha256', salt).update(`${kind} ${from}`).digest('hex');
  return withChecksum(prefixes[kind] + toBase62(BigInt(`0x${code}`), RANDOM_LENGTH));
}

/** Whether a text has the format of such a key. If not, no lookup is needed. */
export function isKey(kind: KeyKind, text: string): boolean {
  const prefix = prefixes[kind];
  return (
    text.startsWith(prefix) &&
    TAIL.test(text.slice(prefix.length)) &&
    withChecksum(text.slice(0, -CHECKSUM_LENGTH)) === text
  );
}

/** Appends the CRC-32 of the text's bytes as 6 base62 characters. */
function withChecksum(text: string): string {
  return text + toBase62(BigInt(crc32(text)), CHECKSUM_LENGTH);
}

/** The last `length` base62 digits of a number. */
function toBase62(number: bigint, length: number): string {
  const base = BigInt(ALPHABET.length);
  let digits = '';
  for (let rest = number; digits.length < length; rest /= base)
    digits = ALPHABET.charAt(Number(rest % base)) + digits;
  return digits;
}

function randomText(): string {
  return Array.from({ length: RANDOM_LENGTH }, () => ALPHABET.charAt(randomInt(ALPHABET.length))).join('');
}
