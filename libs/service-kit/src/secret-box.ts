import {
  createCipheriv,
  createDecipheriv,
  createHmac,
  hkdfSync,
  randomBytes,
  timingSafeEqual,
} from 'node:crypto';

const NONCE_BYTES = 12;
const TAG_BYTES = 16;

/** Keeps secrets at rest under `SECRET_KEY`. Each purpose has a key of its own, derived from it. */
export class SecretBox {
  private readonly encryptionKey: Buffer;
  private readonly digestKey: Buffer;

  constructor(secretKey: Buffer, purpose: string) {
    this.encryptionKey = Buffer.from(hkdfSync('sha256', secretKey, '', `${purpose}/encrypt`, 32));
    this.digestKey = Buffer.from(hkdfSync('sha256', secretKey, '', `${purpose}/digest`, 32));
  }

  /** AES-256-GCM; `context` (the row it belongs to) must be the same to open it. */
  seal(plain: string, context: string): Buffer {
    const nonce = randomBytes(NONCE_BYTES);
    const cipher = createCipheriv('aes-256-gcm', this.encryptionKey, nonce).setAAD(Buffer.from(context));
    return Buffer.concat([nonce, cipher.update(plain, 'utf8'), cipher.final(), cipher.getAuthTag()]);
  }

  /** @throws Error when the bytes were sealed with another key or context, or changed since. */
  open(sealed: Buffer, context: string): string {
    const nonce = sealed.subarray(0, NONCE_BYTES);
    const tag = sealed.subarray(-TAG_BYTES);
    const decipher = createDecipheriv('aes-256-gcm', this.encryptionKey, nonce);
    decipher.setAAD(Buffer.from(context)).setAuthTag(tag);
    return (
      decipher.update(sealed.subarray(NONCE_BYTES, -TAG_BYTES), undefined, 'utf8') + decipher.final('utf8')
    );
  }

  /** HMAC-SHA-256, for secrets that are only ever compared. */
  digest(secret: string): Buffer {
    return createHmac('sha256', this.digestKey).update(secret).digest();
  }

  /** Compares in constant time. */
  matches(secret: string, digest: Buffer): boolean {
    return timingSafeEqual(this.digest(secret), digest);
  }
}
