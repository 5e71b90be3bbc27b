import { randomInt } from 'node:crypto';
import { crc32 } from 'node:zlib';

const ALPHABET = '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz';
const RANDOM_LENGTH = 32;
const CHECKSUM_LENGTH = 6;
const CLIENT_ID = new RegExp(`^ck_[0-9A-Za-z]{${RANDOM_LENGTH + CHECKSUM_LENGTH}}$`);

/** A client id: `ck_`, 32 random base62 characters and their checksum, by which scanners for leaked keys know it. */
export function newClientId(): string {
  return withChecksum(`ck_${randomText()}`);
}

/** A client secret: like a client id, with the prefix `cs_`. */
export function newClientSecret(): string {
  return withChecksum(`cs_${randomText()}`);
}

/** Whether a text may be a client id of ours. What is none need not be looked up. */
export function isClientId(text: string): boolean {
  return CLIENT_ID.test(text) && withChecksum(text.slice(0, -CHECKSUM_LENGTH)) === text;
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
