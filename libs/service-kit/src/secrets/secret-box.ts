import {
  createCipheriv,
  createDecipheriv,
  createHmac,
  hkdfSync,
  randomBytes,
  timingSafeEqual,
} from 'node:crypto';
import type { SecretKey } from './secret-keys';

const NONCE_BYTES = 12;
const TAG_BYTES = 16;
const DIGEST_BYTES = 32;
/** Length of a digest that names its key. */
export const NAMED_DIGEST_BYTES = 37;
/** The first byte of a value with a key version; the id of its key follows. */
const VERSIONED = 1;
/** Length of the header that identifies the key of a value. */
export const HEADER_BYTES = 5;

/** The keys that one purpose derives from one `SECRET_KEY`. */
interface PurposeKey {
  readonly header: Buffer;
  readonly encryption: Buffer;
  readonly digest: Buffer;
}

/** What verifies a digest when its key is gone, as `retainKey` returned it for this context. */
export interface RetainedKey {
  readonly key: Buffer | null;
  readonly context: string;
}

/**
 * Protects secrets at rest with the keys of a service. Each purpose has its own keys, derived from those. The first key
 * encrypts and digests; every key decrypts and verifies. Values identify the key that they depend on; those from before
 * key versions are tried with all keys.
 */
export class SecretBox {
  private readonly keys: readonly PurposeKey[];
  private readonly current: PurposeKey;

  constructor(secretKeys: readonly SecretKey[], purpose: string) {
    this.keys = secretKeys.map(({ id, bytes }) => ({
      header: headerOf(id),
      encryption: Buffer.from(hkdfSync('sha256', bytes, '', `${purpose}/encrypt`, 32)),
      digest: Buffer.from(hkdfSync('sha256', bytes, '', `${purpose}/digest`, 32)),
    }));
    const [current] = this.keys;
    if (!current) throw new Error('There is no key to seal with.');
    this.current = current;
  }

  /** Encrypts with AES-256-GCM; the same `context` (the row it belongs to) is required for decryption. */
  seal(plain: string | Uint8Array, context: string): Buffer {
    const { header, encryption } = this.current;
    const nonce = randomBytes(NONCE_BYTES);
    const cipher = createCipheriv('aes-256-gcm', encryption, nonce).setAAD(Buffer.from(context));
    const bytes = typeof plain === 'string' ? Buffer.from(plain) : plain;
    return Buffer.concat([header, nonce, cipher.update(bytes), cipher.final(), cipher.getAuthTag()]);
  }

  /** @throws Error if the bytes were encrypted with an unknown key or another context, or altered since. */
  open(sealed: Buffer, context: string): string {
    return this.openBytes(sealed, context).toString();
  }

  /** Like `open`, for values that are not text. */
  openBytes(sealed: Buffer, context: string): Buffer {
    const versioned = this.keyOf(sealed);
    const plain =
      (versioned && decrypt(versioned, sealed.subarray(HEADER_BYTES), context)) ??
      this.keys.map((key) => decrypt(key, sealed, context)).find((bytes) => bytes !== null);
    if (plain === undefined || plain === null) {
      throw new Error(
        'A stored secret cannot be opened: it depends on a key that is not set, or was changed.',
      );
    }
    return plain;
  }

  /** Returns an HMAC-SHA-256, for secrets that are only ever compared. */
  digest(secret: string): Buffer {
    return Buffer.concat([this.current.header, hmac(this.current.digest, secret)]);
  }

  /** Compares in constant time. A digest whose key is gone needs its retained key. */
  matches(secret: string, digest: Buffer, retained: RetainedKey | null = null): boolean {
    const keys = this.digestKeysOf(digest, retained);
    const expected = digest.subarray(-DIGEST_BYTES);
    const matching = (keys.length > 0 ? keys : [this.current.digest]).map((key) =>
      timingSafeEqual(hmac(key, secret), expected),
    );
    return keys.length > 0 && matching.includes(true);
  }

  /**
   * Returns what verifies a digest when its key is no longer configured: the key that this purpose derived for digests,
   * sealed with the current key. The digest stays as it is, since only its owner has the secret. The seal applies to
   * this digest and this context only, so whoever knows the old key cannot make other digests valid.
   * @param retained what an earlier call returned.
   * @returns null if no key of the digest is known.
   */
  retainKey(digest: Buffer, retained: RetainedKey): Buffer | null {
    const keys = this.digestKeysOf(digest, retained);
    if (keys.length === 0) return null;
    const plain = keys.map((key) => key.toString('base64')).join(' ');
    return Buffer.concat([digest, this.seal(plain, contextOf(digest, retained))]);
  }

  /** Returns whether the retained key is one of this digest, and sealed with the current key. */
  retainsCurrently(digest: Buffer, retained: Buffer | null): boolean {
    return retained !== null && isOf(digest, retained) && this.isCurrent(retained.subarray(digest.length));
  }

  /** Returns the keys that may have made the digest: its own, or all if it does not name one. */
  private digestKeysOf(digest: Buffer, retained: RetainedKey | null): Buffer[] {
    const isNamed = digest.length > DIGEST_BYTES;
    const own = isNamed ? this.keyOf(digest) : undefined;
    if (own) return [own.digest];
    return [...(isNamed ? [] : this.keys.map((key) => key.digest)), ...this.openRetained(digest, retained)];
  }

  private openRetained(digest: Buffer, retained: RetainedKey | null): Buffer[] {
    if (!retained?.key || !isOf(digest, retained.key)) return [];
    try {
      const plain = this.open(retained.key.subarray(digest.length), contextOf(digest, retained));
      return plain.split(' ').map((key) => Buffer.from(key, 'base64'));
    } catch {
      return [];
    }
  }

  /** Returns whether the value depends on the current key. */
  isCurrent(value: Buffer): boolean {
    return this.keyOf(value) === this.current;
  }

  private keyOf(value: Buffer): PurposeKey | undefined {
    return this.keys.find(({ header }) => header.equals(value.subarray(0, HEADER_BYTES)));
  }
}

/** Returns the header of values that depend on this key. */
export function headerOf(keyId: string): Buffer {
  return Buffer.concat([Buffer.of(VERSIONED), Buffer.from(keyId, 'hex')]);
}

/** Returns null if the value was not encrypted with this key and context. */
function decrypt({ encryption }: PurposeKey, sealed: Buffer, context: string): Buffer | null {
  if (sealed.length < NONCE_BYTES + TAG_BYTES) return null;
  const decipher = createDecipheriv('aes-256-gcm', encryption, sealed.subarray(0, NONCE_BYTES), {
    authTagLength: TAG_BYTES,
  });
  decipher.setAAD(Buffer.from(context)).setAuthTag(sealed.subarray(-TAG_BYTES));
  try {
    return Buffer.concat([decipher.update(sealed.subarray(NONCE_BYTES, -TAG_BYTES)), decipher.final()]);
  } catch {
    return null;
  }
}

function hmac(key: Buffer, secret: string): Buffer {
  return createHmac('sha256', key).update(secret).digest();
}

/** A retained key begins with its digest: one that was replaced since is recognized without a key. */
function isOf(digest: Buffer, retained: Buffer): boolean {
  return retained.subarray(0, digest.length).equals(digest);
}

function contextOf(digest: Buffer, { context }: RetainedKey): string {
  return `${context}/${digest.toString('hex')}`;
}
