import { hkdfSync } from 'node:crypto';
import { makeValidator } from 'envalid';
import type { Values } from '../settings';

const KEY_BYTES = 32;
const ID_BYTES = 4;

/** The settings of a service that encrypts or digests, in addition to the common ones. */
export const secretSettings = {
  SECRET_KEY: makeValidator(readKey)({
    desc: '32 random bytes in base64: encrypts and authenticates what is stored',
  }),
  /**
   * Further keys that stored values may depend on: older ones, and the next one while it is rolled out to the replicas.
   */
  SECRET_KEYS_ACCEPTED: makeValidator((input: string) => itemsOf(input).map(readKey))({ default: [] }),
};

/** The configuration of a service that encrypts or digests. */
export type SecretConfig = Values<typeof secretSettings>;

/** One `SECRET_KEY`. Its id is derived from the key, so that it need not be stored with it. */
export interface SecretKey {
  /** Eight hexadecimal digits. */
  readonly id: string;
  readonly bytes: Buffer;
}

/** Returns the keys of a service, with the one that encrypts first. */
export function secretKeysOf({ SECRET_KEY, SECRET_KEYS_ACCEPTED }: SecretConfig): readonly SecretKey[] {
  const keys = [SECRET_KEY, ...SECRET_KEYS_ACCEPTED].map((bytes) => ({ id: idOf(bytes), bytes }));
  return keys.filter(({ id }, index) => keys.findIndex((key) => key.id === id) === index);
}

function idOf(key: Buffer): string {
  return Buffer.from(hkdfSync('sha256', key, '', 'key-id', ID_BYTES)).toString('hex');
}

function readKey(input: string): Buffer {
  const key = Buffer.from(input, 'base64');
  if (key.length !== KEY_BYTES)
    throw new Error('must be 32 random bytes in base64 (openssl rand -base64 32)');
  return key;
}

function itemsOf(input: string): string[] {
  return input
    .split(',')
    .map((item) => item.trim())
    .filter(Boolean);
}
