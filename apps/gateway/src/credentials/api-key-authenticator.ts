import { Injectable } from '@nestjs/common';
import type { ClientAddress } from '@chat/http-edge';
import { StrangerLimits } from '../rate-limit/stranger-limits';
import { CredentialCache } from './credential-cache';
import type { KnownKey } from './credentials.repository';
import { isClientId } from './key-format';
import type { Principal } from './principal';
import { SecretDigests } from './secret-digests';

/** Knows principals by their API keys. */
@Injectable()
export class ApiKeyAuthenticator {
  constructor(
    private readonly cache: CredentialCache,
    private readonly digests: SecretDigests,
    private readonly strangers: StrangerLimits,
  ) {}

  /**
   * Whose key this is; null for one that is unknown, wrong or revoked, at the same cost.
   * @throws AppError `rate_limit_exceeded` when the id is news and the address asked about too many.
   */
  async authenticate(
    clientId: string,
    clientSecret: string,
    client: ClientAddress,
  ): Promise<Principal | null> {
    const key = isClientId(clientId) ? await this.find(clientId, client) : null;
    const isRight = this.digests.matches(clientSecret, key?.secretDigest ?? null);
    return isRight && key ? key.principal : null;
  }

  private find(clientId: string, client: ClientAddress): Promise<KnownKey | null> {
    if (this.cache.knows(clientId)) return this.cache.find(clientId);
    return this.strangers.during(client, () => this.cache.find(clientId));
  }
}
