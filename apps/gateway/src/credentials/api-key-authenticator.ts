import { Injectable } from '@nestjs/common';
import { CredentialCache } from './credential-cache';
import { isClientId } from './key-format';
import type { Principal } from './principal';
import { SecretDigests } from './secret-digests';

/** Knows principals by their API keys. */
@Injectable()
export class ApiKeyAuthenticator {
  constructor(
    private readonly cache: CredentialCache,
    private readonly digests: SecretDigests,
  ) {}

  /** Whose key this is; null for one that is unknown, wrong or revoked, at the same cost. */
  async authenticate(clientId: string, clientSecret: string): Promise<Principal | null> {
    const key = isClientId(clientId) ? await this.cache.find(clientId) : null;
    const isRight = this.digests.matches(clientSecret, key?.secretDigest ?? null);
    return isRight && key ? key.principal : null;
  }
}
