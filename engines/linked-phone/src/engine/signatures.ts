import { createPublicKey, verify } from 'node:crypto';

/** The prime of Curve25519. */
const P = 2n ** 255n - 19n;
const KEY_BYTES = 32;
const SIGNATURE_BYTES = 64;
const SIGN_BIT = 0x80;
/** How libsignal begins its keys. */
const X25519_MARK = 5;
/** A public key of Ed25519 in DER, up to its bytes. */
const ED25519 = Buffer.from('302a300506032b6570032100', 'hex');

/**
 * Whether the owner of an X25519 key signed this message (XEdDSA, as libsignal signs). libsignal takes six milliseconds for it in
 * JavaScript, twice at each login, during which no other session of the process does anything; Node takes a fraction of one.
 */
export function isSigned(publicKey: Uint8Array, message: Uint8Array, signature: Uint8Array): boolean {
  const isMarked = publicKey.length === KEY_BYTES + 1 && publicKey[0] === X25519_MARK;
  const u = isMarked ? publicKey.subarray(1) : publicKey;
  if (u.length !== KEY_BYTES || signature.length !== SIGNATURE_BYTES) return false;
  const last = signature[SIGNATURE_BYTES - 1]!;
  const edwards = toEdwards(u);
  edwards[KEY_BYTES - 1]! |= last & SIGN_BIT;
  const plain = Buffer.from(signature);
  plain[SIGNATURE_BYTES - 1] = last & ~SIGN_BIT;
  const key = createPublicKey({ key: Buffer.concat([ED25519, edwards]), format: 'der', type: 'spki' });
  return verify(null, message, key, plain);
}

/** Returns the point of Ed25519 that corresponds to a key of X25519, but for its sign: y = (u - 1) / (u + 1). */
function toEdwards(key: Uint8Array): Buffer {
  const u = BigInt(`0x${Buffer.from(key).reverse().toString('hex')}`) & ((1n << 255n) - 1n);
  const y = ((u + P - 1n) * inverse(u + 1n)) % P;
  return Buffer.from(y.toString(16).padStart(2 * KEY_BYTES, '0'), 'hex').reverse();
}

/** By Euclid's algorithm; 0 for a multiple of P, as by Fermat. */
function inverse(value: bigint): bigint {
  let [rest, next] = [P, value % P];
  let [factor, nextFactor] = [0n, 1n];
  while (next > 0n) {
    const times = rest / next;
    [rest, next] = [next, rest - times * next];
    [factor, nextFactor] = [nextFactor, factor - times * nextFactor];
  }
  return ((factor % P) + P) % P;
}
