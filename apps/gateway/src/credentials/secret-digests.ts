import { randomBytes } from 'node:crypto';
import { Inject, Injectable } from '@nestjs/common';
import { CONFIG, SecretBox } from '@chat/service-kit';
import type { GatewayConfig } from '../config';

/** The secrets of API keys, as they are kept and compared. */
@Injectable()
export class SecretDigests {
  private readonly box: SecretBox;
  /** Stands in where there is no key, so that an unknown id costs what a wrong secret costs. */
  private readonly decoy = randomBytes(32);

  constructor(@Inject(CONFIG) config: GatewayConfig) {
    this.box = new SecretBox(config.SECRET_KEY, 'gateway.api-key');
  }

  digest(secret: string): Buffer {
    return this.box.digest(secret);
  }

  /** Compares in constant time; never true without a digest. */
  matches(secret: string, digest: Buffer | null): boolean {
    return this.box.matches(secret, digest ?? this.decoy) && digest !== null;
  }
}
