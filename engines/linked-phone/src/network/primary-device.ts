import {
  addTransactionCapability,
  Curve,
  encodeWAMessage,
  generateRegistrationId,
  proto,
  signedKeyPair,
  unpadRandomMax16,
} from '@whiskeysockets/baileys';
import { makeLibSignalRepository } from '@whiskeysockets/baileys/lib/Signal/libsignal.js';
import { sessionOf, type KeyBundle } from './key-bundle';
import { KeysInMemory } from './keys-in-memory';
import { silent } from '../silent';

/** An encrypted message for one device. */
export interface Envelope {
  type: 'pkmsg' | 'msg';
  ciphertext: Uint8Array;
}

/** The phone itself, with its own keys and a session with each device that it writes to or hears from. */
export class PrimaryDevice {
  readonly identity = Curve.generateKeyPair();
  private readonly signedPreKey = signedKeyPair(this.identity, 1);
  private readonly registrationId = generateRegistrationId();
  private readonly keys = addTransactionCapability(new KeysInMemory(), silent, {
    maxCommitRetries: 1,
    delayBetweenTriesMs: 0,
  });
  private readonly signal = makeLibSignalRepository(
    {
      creds: {
        signedIdentityKey: this.identity,
        signedPreKey: this.signedPreKey,
        registrationId: this.registrationId,
      },
      keys: this.keys,
    },
    silent,
    () => Promise.resolve([]),
  );
  private lastPreKey = 0;

  /** Returns the phone's keys for a device that begins a session with it. */
  async bundle(): Promise<KeyBundle> {
    const id = (this.lastPreKey += 1);
    const once = Curve.generateKeyPair();
    await this.keys.set({ 'pre-key': { [id]: once } });
    const { keyPair, signature, keyId } = this.signedPreKey;
    return {
      registrationId: this.registrationId,
      identity: this.identity.public,
      signed: { id: keyId, value: keyPair.public, signature },
      once: { id, value: once.public },
    };
  }

  async hasSession(address: string): Promise<boolean> {
    return (await this.signal.validateSession(address)).exists;
  }

  /** Begins a session, which replaces the one with this address. */
  async beginSession(address: string, bundle: KeyBundle): Promise<void> {
    await this.signal.injectE2ESession({ jid: address, session: sessionOf(bundle) });
  }

  encrypt(address: string, message: proto.IMessage): Promise<Envelope> {
    return this.encryptBytes(address, encodeWAMessage(message));
  }

  /** Encrypts what need not be a message. */
  encryptBytes(address: string, bytes: Uint8Array): Promise<Envelope> {
    return this.signal.encryptMessage({ jid: address, data: bytes });
  }

  /** @throws Error if the phone cannot read it. */
  async decrypt(address: string, { type, ciphertext }: Envelope): Promise<proto.IMessage> {
    const bytes = await this.signal.decryptMessage({ jid: address, type, ciphertext });
    return proto.Message.decode(unpadRandomMax16(bytes));
  }
}
