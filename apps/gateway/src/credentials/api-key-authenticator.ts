import { Inject, Injectable } from '@nestjs/common';
import type { ClientAddress } from '@chat/http-edge';
import { LOGGER, type Logger } from '@chat/service-kit';
import { inTime } from '../questions/questions';
import { UnauthenticatedLimits } from '../rate-limit/unauthenticated-limits';
import { CredentialCache } from './credential-cache';
import { CredentialsRepository, type KnownKey } from './credentials.repository';
import { isKey } from './key-format';
import { KeyUses } from './key-uses';
import type { Principal } from './principal';
import { SecretDigests } from './secret-digests';

/** Authenticates principals by API key. */
@Injectable()
export class ApiKeyAuthenticator {
  /** The cached rows whose digest has been recomputed. */
  private readonly renewed = new WeakSet<KnownKey>();
  private readonly cache: CredentialCache<KnownKey>;

  constructor(
    private readonly digests: SecretDigests,
    private readonly unauthenticated: UnauthenticatedLimits,
    private readonly credentials: CredentialsRepository,
    private readonly uses: KeyUses,
    @Inject(LOGGER) private readonly logger: Logger,
  ) {
    this.cache = new CredentialCache({ find: (id) => inTime(credentials.find(id)) });
  }

  /**
   * Returns the principal of the key, or null if the key is unknown, wrong or revoked.
   * @throws AppError `rate_limit_exceeded` if the database must be queried, because the id is not cached or the secret
   * differs from the cached one, and the address has caused too many of these queries.
   */
  async authenticate(
    clientId: string,
    clientSecret: string,
    client: ClientAddress,
  ): Promise<Principal | null> {
    const isCached = this.cache.knows(clientId);
    let key = await this.find(clientId, client);
    let secret = this.secretOf(key, clientSecret);
    if (key && !secret && isCached) {
      // The key may have been rotated since it was cached.
      key = await this.unauthenticated.during(client, () => this.cache.findAnew(clientId));
      secret = this.secretOf(key, clientSecret);
    }
    if (!key || !secret) return null;
    if (secret === 'current' && this.digests.isOutdated(key.secret))
      this.renewDigest(clientId, clientSecret, key);
    this.uses.record(clientId);
    return key.principal;
  }

  /** Returns which of the key's secrets this is; null if neither. */
  private secretOf(key: KnownKey | null, secret: string): 'current' | 'former' | null {
    if (this.digests.matches(secret, key?.secret ?? null)) return 'current';
    return key?.formerSecret && this.digests.matches(secret, key.formerSecret) ? 'former' : null;
  }

  /** After a change of the secret key, the digest can only be recomputed when the client presents its secret. */
  private renewDigest(clientId: string, clientSecret: string, key: KnownKey): void {
    if (this.renewed.has(key)) return;
    this.renewed.add(key);
    this.credentials
      .replaceDigest(clientId, key.secret.digest, this.digests.digest(clientSecret))
      .catch((error: unknown) => this.logger.warn({ error, clientId }, 'a digest was not made anew'));
  }

  private async find(clientId: string, client: ClientAddress): Promise<KnownKey | null> {
    if (this.cache.knows(clientId)) return this.cache.find(clientId);
    if (!isKey('clientId', clientId)) return null;
    return this.unauthenticated.during(client, () => this.cache.find(clientId));
  }
}
