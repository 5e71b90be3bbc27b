import { createSecretKey, randomBytes, type KeyObject } from 'node:crypto';
import { Inject, Injectable } from '@nestjs/common';
import { CONFIG, SecretBox, secretKeysOf } from '@chat/service-kit';
import type { WebhooksConfig } from '../config';
import { sealedSecret } from './sealed-secret';

const PREFIX = 'whsec_';
const SECRET_BYTES = 32;
const CACHED_KEYS = 1_000;

/** The signing secrets of endpoints: shown once, sealed at rest, opened to sign. */
@Injectable()
export class EndpointSecrets {
  private readonly box: SecretBox;
  /** Keyed by the sealed bytes, so that a rotated secret never uses a cached key. */
  private readonly keys = new Map<string, KeyObject>();

  constructor(@Inject(CONFIG) config: WebhooksConfig) {
    this.box = new SecretBox(secretKeysOf(config), sealedSecret.purpose);
  }

  /** Creates a `whsec_…` secret of 32 random bytes and its sealed form. */
  create(accountId: number, endpointId: number): { secret: string; sealed: Buffer } {
    const secret = PREFIX + randomBytes(SECRET_BYTES).toString('base64');
    return { secret, sealed: this.box.seal(secret, sealedSecret.contextOf([accountId, endpointId])) };
  }

  /** Returns the key that signs for the endpoint. */
  keyOf(accountId: number, endpointId: number, sealed: Buffer): KeyObject {
    const name = sealed.toString('base64');
    const known = this.keys.get(name);
    if (known) return known;

    const secret = this.box.open(sealed, sealedSecret.contextOf([accountId, endpointId]));
    const key = createSecretKey(Buffer.from(secret.slice(PREFIX.length), 'base64'));
    if (this.keys.size >= CACHED_KEYS) this.keys.clear();
    this.keys.set(name, key);
    return key;
  }
}
