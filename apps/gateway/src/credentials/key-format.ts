import { randomInt } from 'node:crypto';
import { crc32 } from 'node:zlib';

const ALPHABET = '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz';
const RANDOM_LENGTH = 32;
const CHECKSUM_LENGTH = 6;
const TAIL = new RegExp(`^[0-9A-Za-z]{${RANDOM_LENGTH + CHECKSUM_LENGTH}}$`);

/** The kinds of keys, by their prefix. */
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

/** A new key: its prefix, 32 random base62 characters and their checksum, by which scanners for leaked keys know it. */
export function newKey(kind: KeyKind): string {
  return withChecksum(prefixes[kind] + randomText());
}

/** Whether a text may be a key of ours of this kind. What is none need not be looked up. */
export function isKey(kind: KeyKind, text: string): boolean {
  const prefix = prefixes[kind];
  return (
    text.startsWith(prefix) &&
    TAIL.test(text.slice(prefix.length)) &&
    withChecksum(text.slice(0, -CHECKSUM_LENGTH)) === text
  );
}

/** The text with the CRC-32 of its bytes, in 6 base62 characters. */
function withChecksum(text: string): string {
  let rest = crc32(text);
  let checksum = '';
  for (let index = 0; index < CHECKSUM_LENGTH; index += 1) {
    checksum = ALPHABET.charAt(rest % ALPHABET.length) + checksum;
    rest = Math.floor(rest / ALPHABET.length);
  }
  return text + checksum;
}

function randomText(): string {
  return Array.from({ length: RANDOM_LENGTH }, () => ALPHABET.charAt(randomInt(ALPHABET.length))).join('');
}
