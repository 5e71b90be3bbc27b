/**
 * What the library gets wrong for the whole process (Baileys 7.0.0-rc14, libsignal 6.0.0). What it gets wrong in one connection is
 * put right in `signal-repository.ts` (its order of writes) and `held-events.ts`.
 */
import { Curve, generateSignalPubKey, WA_CERT_DETAILS } from '@whiskeysockets/baileys';
import { verifySignature } from 'libsignal/src/curve.js';

/**
 * `Curve.verify` ignores what libsignal answers, so that any certificate of the network and any signature of a phone counts as
 * valid. Can go when a forged chain is refused without it.
 */
export function checkSignatures(): void {
  Curve.verify = (publicKey, message, signature) => {
    try {
      return verifySignature(generateSignalPubKey(publicKey), message, signature);
    } catch {
      return false;
    }
  };
}

/** Trusts another network than the real one. The library knows one root for the whole process. */
export function trustRoot(publicKey: Uint8Array): void {
  WA_CERT_DETAILS.PUBLIC_KEY = Buffer.from(publicKey);
}

/** How lines begin with which libsignal prints sessions, and their private keys. */
const LEAKS =
  /^(Closing|Opening|Removing old closed|Migrating) (open )?session|^Session (already|error)|^V1 session|^Failed to decrypt|^Decrypted message/;

let isGuarded = false;

/** Drops what libsignal prints. Can go when it prints nothing. */
export function guardConsole(): void {
  if (isGuarded) return;
  isGuarded = true;
  for (const method of ['log', 'info', 'warn', 'error'] as const) {
    const print = console[method].bind(console);
    console[method] = (...args: unknown[]) => {
      if (typeof args[0] !== 'string' || !LEAKS.test(args[0])) print(...args);
    };
  }
}
