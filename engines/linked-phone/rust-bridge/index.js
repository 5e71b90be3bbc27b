/**
 * Stands in for the package of the same name, which is WebAssembly compiled from code under the AGPL. Baileys uses these four
 * things of it; the vectors in `src/rust-bridge.spec.ts` are what the original returns.
 */
'use strict';

const { createHash, hkdfSync } = require('node:crypto');

const KEY_BYTES = 32;
const SET_HASH_BYTES = 128;
const NONE = Buffer.alloc(0);

exports.md5 = (bytes) => new Uint8Array(createHash('md5').update(bytes).digest());

exports.hkdf = (key, length, { salt, info }) =>
  new Uint8Array(hkdfSync('sha256', key, salt ?? NONE, info ?? '', length));

exports.expandAppStateKeys = (key) => {
  const names = ['indexKey', 'valueEncryptionKey', 'valueMacKey', 'snapshotMacKey', 'patchMacKey'];
  const bytes = exports.hkdf(key, names.length * KEY_BYTES, { info: 'WhatsApp Mutation Keys' });
  return Object.fromEntries(
    names.map((name, at) => [name, bytes.slice(at * KEY_BYTES, (at + 1) * KEY_BYTES)]),
  );
};

exports.LTHashAntiTampering = class {
  subtractThenAdd(base, subtract, add) {
    if (base.length !== SET_HASH_BYTES) throw new RangeError(`A hash of a set has ${SET_HASH_BYTES} bytes.`);
    const sum = new Uint8Array(base);
    for (const member of subtract) change(sum, member, -1);
    for (const member of add) change(sum, member, 1);
    return sum;
  }
};

/** Adds a member's share to the sums, or takes it away: 16-bit numbers, little-endian, which wrap around. */
function change(sum, member, sign) {
  const share = viewOf(exports.hkdf(member, SET_HASH_BYTES, { info: 'WhatsApp Patch Integrity' }));
  const sums = viewOf(sum);
  for (let at = 0; at < SET_HASH_BYTES; at += 2)
    sums.setUint16(at, sums.getUint16(at, true) + sign * share.getUint16(at, true), true);
}

function viewOf(bytes) {
  return new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
}
