import {
  aesDecryptGCM,
  aesEncryptGCM,
  Curve,
  hkdf,
  NOISE_MODE,
  NOISE_WA_HEADER,
  proto,
  sha256,
} from '@whiskeysockets/baileys';
import type { NetworkIdentity } from './certificates';

const NOTHING = Buffer.alloc(0);
const LENGTH_BYTES = 3;

/** Cuts what a client sends into frames: a header once, then each frame with its length in three bytes. */
export class FrameReader {
  private bytes: Buffer = NOTHING;
  private isPastHeader = false;

  /** Returns the frames that these bytes complete. */
  read(more: Buffer): Buffer[] {
    this.bytes = Buffer.concat([this.bytes, more]);
    if (!this.isPastHeader) {
      if (this.bytes.length < NOISE_WA_HEADER.length) return [];
      if (!this.bytes.subarray(0, NOISE_WA_HEADER.length).equals(NOISE_WA_HEADER))
        throw new Error('The client does not begin with the header of the protocol.');
      this.bytes = this.bytes.subarray(NOISE_WA_HEADER.length);
      this.isPastHeader = true;
    }
    const frames: Buffer[] = [];
    while (this.bytes.length >= LENGTH_BYTES) {
      const end = LENGTH_BYTES + this.bytes.readUIntBE(0, LENGTH_BYTES);
      if (this.bytes.length < end) break;
      frames.push(this.bytes.subarray(LENGTH_BYTES, end));
      this.bytes = this.bytes.subarray(end);
    }
    return frames;
  }
}

/** Prefixes a frame with its length. */
export function framed(bytes: Uint8Array): Buffer {
  const length = Buffer.alloc(LENGTH_BYTES);
  length.writeUIntBE(bytes.length, 0, LENGTH_BYTES);
  return Buffer.concat([length, bytes]);
}

/** One direction of an encrypted connection, or the handshake. */
class Cipher {
  private messages = 0;

  constructor(private readonly key: Uint8Array) {}

  seal(plain: Uint8Array, authenticated: Uint8Array = NOTHING): Buffer {
    return aesEncryptGCM(plain, this.key, this.nextNonce(), authenticated);
  }

  open(sealed: Uint8Array, authenticated: Uint8Array = NOTHING): Buffer {
    return aesDecryptGCM(sealed, this.key, this.nextNonce(), authenticated);
  }

  private nextNonce(): Buffer {
    const nonce = Buffer.alloc(12);
    nonce.writeUInt32BE(this.messages, 8);
    this.messages += 1;
    return nonce;
  }
}

/** The network's side of the handshake (Noise XX), and of the encryption that follows. */
export class NoiseResponder {
  private readonly ephemeral = Curve.generateKeyPair();
  private hash: Buffer = Buffer.from(NOISE_MODE);
  private salt: Uint8Array = this.hash;
  private cipher = new Cipher(this.hash);
  private directions: { fromClient: Cipher; toClient: Cipher } | null = null;

  constructor(private readonly identity: NetworkIdentity) {
    this.mix(NOISE_WA_HEADER);
  }

  get isEstablished(): boolean {
    return this.directions !== null;
  }

  /** Handles the client's first frame. @returns the frame to answer with. */
  greet(frame: Uint8Array): Uint8Array {
    const { clientHello } = proto.HandshakeMessage.decode(frame);
    const clientKey = clientHello!.ephemeral!;
    this.mix(clientKey);
    this.mix(this.ephemeral.public);
    this.mixKey(Curve.sharedKey(this.ephemeral.private, clientKey));
    const sealedKey = this.seal(this.identity.staticKey.public);
    this.mixKey(Curve.sharedKey(this.identity.staticKey.private, clientKey));
    const serverHello = {
      ephemeral: this.ephemeral.public,
      static: sealedKey,
      payload: this.seal(this.identity.chain),
    };
    return proto.HandshakeMessage.encode({ serverHello }).finish();
  }

  /** Handles the client's second frame, which ends the handshake. @returns who it is, and its long-lived key. */
  finish(frame: Uint8Array): { staticKey: Buffer; payload: proto.ClientPayload } {
    const { clientFinish } = proto.HandshakeMessage.decode(frame);
    const staticKey = this.open(clientFinish!.static!);
    this.mixKey(Curve.sharedKey(this.ephemeral.private, staticKey));
    const payload = proto.ClientPayload.decode(this.open(clientFinish!.payload!));
    const [fromClient, toClient] = this.derive(NOTHING);
    this.directions = { fromClient: new Cipher(fromClient), toClient: new Cipher(toClient) };
    return { staticKey, payload };
  }

  sealStanza(bytes: Uint8Array): Buffer {
    return this.directions!.toClient.seal(bytes);
  }

  openStanza(frame: Uint8Array): Buffer {
    return this.directions!.fromClient.open(frame);
  }

  private seal(plain: Uint8Array): Buffer {
    const sealed = this.cipher.seal(plain, this.hash);
    this.mix(sealed);
    return sealed;
  }

  private open(sealed: Uint8Array): Buffer {
    const plain = this.cipher.open(sealed, this.hash);
    this.mix(sealed);
    return plain;
  }

  private mix(bytes: Uint8Array): void {
    this.hash = sha256(Buffer.concat([this.hash, bytes]));
  }

  private mixKey(secret: Uint8Array): void {
    const [salt, key] = this.derive(secret);
    this.salt = salt;
    this.cipher = new Cipher(key);
  }

  private derive(secret: Uint8Array): [Uint8Array, Uint8Array] {
    const bytes = hkdf(secret, 64, { salt: Buffer.from(this.salt), info: '' });
    return [bytes.slice(0, 32), bytes.slice(32)];
  }
}
