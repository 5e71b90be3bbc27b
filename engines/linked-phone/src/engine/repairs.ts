/**
 * What the library gets wrong for the whole process (Baileys 7.0.0-rc14, libsignal 6.0.0). What it gets wrong in one connection is
 * put right in `signal-repository.ts` (its order of writes) and `held-events.ts`.
 */
import { randomUUID } from 'node:crypto';
import { Curve, WA_CERT_DETAILS } from '@whiskeysockets/baileys';
import { SessionBuilder, SessionCipher, type SignalStorage } from 'libsignal';
import { isSigned } from './signatures';

/** A ratchet with one device, as libsignal keeps it. */
interface Ratchet {
  serialize(): object;
  constructor: { deserialize(data: object): Ratchet };
}

/** What libsignal declares nothing of. */
interface CipherInside {
  storage: SignalStorage;
  addr: { toString(): string };
  queueJob<T>(work: () => Promise<T>): Promise<T>;
  doDecryptWhisperMessage(bytes: Uint8Array, ratchet: Ratchet): Promise<Buffer>;
  decryptWithSessions: (
    this: CipherInside,
    bytes: Uint8Array,
    ratchets: Ratchet[],
  ) => Promise<{ session: Ratchet; plaintext: Buffer }>;
}

interface BuilderInside {
  storage: SignalStorage;
  addr: { toString(): string };
  initOutgoing: (this: BuilderInside, bundle: Parameters<SessionBuilder['initOutgoing']>[0]) => Promise<void>;
}

let isRepaired = false;

/** Repairs the library, once in a process. */
export function repairLibrary(): void {
  if (isRepaired) return;
  isRepaired = true;
  guardConsole();
  checkSignatures();
  checkBundles();
  keepRatchets();
  keepQueuesApart();
}

/**
 * `Curve.verify` ignores what libsignal answers, so that any certificate of the network and any signature of a phone counts as
 * valid. Can go when a forged chain is refused without it.
 */
function checkSignatures(): void {
  Curve.verify = (publicKey, message, signature) => {
    try {
      return isSigned(publicKey, message, signature);
    } catch {
      return false;
    }
  };
}

/**
 * libsignal takes any signature for valid on the keys with which it begins a ratchet. Can go when `crossing.spec.ts` holds without
 * it.
 */
function checkBundles(): void {
  const builder = SessionBuilder.prototype as unknown as BuilderInside;
  const initOutgoing = builder.initOutgoing;
  builder.initOutgoing = async function (bundle) {
    const { publicKey, signature } = bundle.signedPreKey;
    if (!isSigned(bundle.identityKey, publicKey, signature))
      throw new Error('The keys of a device are not signed by it.');
    return initOutgoing.call(this, bundle);
  };
}

/** Trusts another network than the real one. The library knows one root for the whole process. */
export function trustRoot(publicKey: Uint8Array): void {
  WA_CERT_DETAILS.PUBLIC_KEY = Buffer.from(publicKey);
}

/**
 * A person's device and this one may have several ratchets, such as when both begin one at the same time. libsignal tries all of
 * them on a message, and each that does not fit is moved on as if it did, so that nobody can read what is encrypted with it
 * later. Here, such a ratchet stays as it was. Can go when `crossing.spec.ts` holds without it.
 */
function keepRatchets(): void {
  const cipher = SessionCipher.prototype as unknown as CipherInside;
  const decryptWithSessions = cipher.decryptWithSessions;
  cipher.decryptWithSessions = function (bytes, ratchets) {
    const attempt = Object.create(this, {
      doDecryptWhisperMessage: {
        value: async (tried: Uint8Array, ratchet: Ratchet) => {
          const before = ratchet.serialize();
          try {
            return await this.doDecryptWhisperMessage(tried, ratchet);
          } catch (error) {
            Object.assign(ratchet, ratchet.constructor.deserialize(before));
            throw error;
          }
        },
      },
    }) as CipherInside;
    return decryptWithSessions.call(attempt, bytes, ratchets);
  };
}

/**
 * libsignal has one queue for each person in the whole process, so that the sessions of two phones wait for each other, and run
 * in each other's transactions. Here each session has its own. Can go when `crossing.spec.ts` holds without it.
 */
function keepQueuesApart(): void {
  const queues = new WeakMap<SignalStorage, Map<string, Promise<unknown>>>();
  const inOrder = <T>(storage: SignalStorage, address: string, work: () => Promise<T>): Promise<T> => {
    const own = queues.get(storage) ?? new Map<string, Promise<unknown>>();
    queues.set(storage, own);
    const result = (own.get(address) ?? Promise.resolve()).then(work);
    const isDone = result
      .catch(() => undefined)
      .then(() => {
        if (own.get(address) === isDone) own.delete(address);
      });
    own.set(address, isDone);
    return result;
  };
  (SessionCipher.prototype as unknown as CipherInside).queueJob = function (work) {
    return inOrder(this.storage, this.addr.toString(), work);
  };
  const builder = SessionBuilder.prototype as unknown as BuilderInside;
  const initOutgoing = builder.initOutgoing;
  builder.initOutgoing = function (bundle) {
    const { storage } = this;
    const address = this.addr.toString();
    // The address is also the name of its queue.
    const name = randomUUID();
    const apart = Object.create(this, {
      addr: { value: Object.assign(Object.create(this.addr) as object, { toString: () => name }) },
      storage: {
        value: {
          ...storage,
          loadSession: () => storage.loadSession(address),
          storeSession: (_: string, record: Parameters<SignalStorage['storeSession']>[1]) =>
            storage.storeSession(address, record),
        },
      },
    }) as BuilderInside;
    return inOrder(storage, address, () => initOutgoing.call(apart, bundle));
  };
}

/** How lines begin with which libsignal prints sessions, and their private keys. */
const LEAKS =
  /^(Closing|Opening|Removing old closed|Migrating) (open )?session|^Session (already|error)|^V1 session|^Failed to decrypt|^Decrypted message/;

/** Drops what libsignal prints. Can go when it prints nothing. */
function guardConsole(): void {
  for (const method of ['log', 'info', 'warn', 'error'] as const) {
    const print = console[method].bind(console);
    console[method] = (...args: unknown[]) => {
      if (typeof args[0] !== 'string' || !LEAKS.test(args[0])) print(...args);
    };
  }
}
