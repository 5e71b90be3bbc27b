import { randomBytes } from 'node:crypto';
import { Inject, Injectable } from '@nestjs/common';
import { CONFIG, SecretBox, secretKeysOf } from '@chat/service-kit';
import type { GatewayConfig } from '../config';
import { keyedDigest } from './keyed-digest';

/** The secrets of API keys and developer apps, as they are kept and compared. */
@Injectable()
export class SecretDigests {
  private readonly box: SecretBox;
  private readonly isRotating: boolean;
  /** Stands in where there is no key, so that an unknown id costs what a wrong secret costs. */
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
   * Whether the digest depends on a key that is on its way out. While there is one key, digests from before there were
   * key versions stay as they are, so that a gateway of that time understands them too.
   */
  isOutdated(digest: Buffer): boolean {
    return this.isRotating && !this.box.isCurrent(digest);
  }

  /** Compares in constant time; never true without a digest. */
  matches(secret: string, digest: Buffer | null): boolean {
    return this.box.matches(secret, digest ?? this.decoy) && digest !== null;
  }
}
