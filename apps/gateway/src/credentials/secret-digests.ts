import { randomBytes } from 'node:crypto';
import { Inject, Injectable } from '@nestjs/common';
import { CONFIG, SecretBox, secretKeysOf, type RetainedKey } from '@chat/service-kit';
import type { GatewayConfig } from '../config';
import { keyedDigest } from './keyed-digest';

/** A digest of a secret, with what verifies it when its key is gone. */
export interface StoredDigest extends RetainedKey {
  readonly digest: Buffer;
}

/** Computes and compares the stored digests of API key and developer app secrets. */
@Injectable()
export class SecretDigests {
  private readonly box: SecretBox;
  private readonly isRotating: boolean;
  /** Used where there is no key, so that an unknown id costs as much as a wrong secret. */
  private readonly decoy: Buffer;

  constructor(@Inject(CONFIG) config: GatewayConfig) {
    const keys = secretKeysOf(config);
    this.isRotating = keys.length > 1;
    this.box = new SecretBox(keys, keyedDigest.purpose);
    this.decoy = this.box.digest(randomBytes(32).toString('hex'));
  }

  digest(secret: string): Buffer {
    return this.box.digest(secret);
  }

  /**
   * Whether the digest depends on a key that is being phased out, or is gone. While only one key is configured, digests
   * without a key version are left unchanged, so that a gateway from before key versions can still read them.
   */
  isOutdated({ digest, key }: StoredDigest): boolean {
    return (this.isRotating || key !== null) && !this.box.isCurrent(digest);
  }

  /** Compares in constant time; false without a digest. */
  matches(secret: string, stored: StoredDigest | null): boolean {
    return this.box.matches(secret, stored?.digest ?? this.decoy, stored) && stored !== null;
  }
}
