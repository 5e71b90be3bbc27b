import { randomBytes } from 'node:crypto';
import { Curve, generateSignalPubKey } from '@whiskeysockets/baileys';
import { verifySignature } from 'libsignal/src/curve.js';
import { isSigned } from './signatures';

const flipped = (bytes: Uint8Array, bit: number) => {
  const changed = Buffer.from(bytes);
  changed[bit >> 3]! ^= 1 << (bit & 7);
  return changed;
};

describe('a signature', () => {
  const { private: secret, public: key } = Curve.generateKeyPair();
  const message = randomBytes(48);
  const signature = Buffer.from(Curve.sign(secret, message));

  it.each([1, 32, 33, 200])('of libsignal on %d bytes is valid, with both forms of the key', (size) => {
    for (let round = 0; round < 10; round += 1) {
      const pair = Curve.generateKeyPair();
      const bytes = randomBytes(size);
      const signed = Curve.sign(pair.private, bytes);
      expect(isSigned(pair.public, bytes, signed)).toBe(true);
      expect(isSigned(generateSignalPubKey(pair.public), bytes, signed)).toBe(true);
    }
  });

  it('is invalid with any changed bit of it', () => {
    for (let bit = 0; bit < 512; bit += 1)
      expect([bit, isSigned(key, message, flipped(signature, bit))]).toEqual([bit, false]);
  });

  it('is invalid for another message and by another key, as for libsignal', () => {
    for (const bit of [0, 100, 254]) {
      const other = generateSignalPubKey(flipped(key, bit));
      expect(isSigned(other, message, signature)).toBe(false);
      expect(verifySignature(other, message, signature)).toBe(false);
      expect(isSigned(key, flipped(message, bit), signature)).toBe(false);
    }
  });

  it.each([
    ['a short signature', key, signature.subarray(1)],
    ['no signature', key, Buffer.alloc(0)],
    ['a short key', key.subarray(1), signature],
    ['a key that is marked as another kind', Buffer.concat([Buffer.from([6]), key]), signature],
    ['a key with anything else in front', Buffer.concat([Buffer.from([5, 5]), key]), signature],
    ['a key of which there is no point', Buffer.alloc(32, 0xff), signature],
    ['the key -1, which has no inverse', Buffer.from(`ec${'ff'.repeat(30)}7f`, 'hex'), signature],
    ['the key 0', Buffer.alloc(32), signature],
  ])('is invalid with %s', (_, given, bytes) => {
    expect(isSigned(given, message, bytes)).toBe(false);
  });
});
