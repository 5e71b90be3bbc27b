import { Injectable } from '@nestjs/common';
import type { ClientAddress } from '@chat/http-edge';
import { inTime } from '../questions/questions';
import { UnauthenticatedLimits } from '../rate-limit/unauthenticated-limits';
import { AccessTokensRepository } from './access-tokens.repository';
import { CredentialCache } from './credential-cache';
import { isKey } from './key-format';
import type { Principal } from './principal';
import { digestOf } from './random-secret';

/** Authenticates principals by access token. The cache holds digests, so that no token stays in memory. */
@Injectable()
export class AccessTokenAuthenticator {
  private readonly cache: CredentialCache<Principal>;

  constructor(
    tokens: AccessTokensRepository,
    private readonly unauthenticated: UnauthenticatedLimits,
  ) {
    this.cache = new CredentialCache({
      find: (digest) => inTime(tokens.find(Buffer.from(digest, 'base64'))),
    });
  }

  /**
   * Returns the token's principal, or null if the token is unknown, expired or revoked.
   * @throws AppError `rate_limit_exceeded` if the token is not cached and the address has looked up too many.
   */
  async authenticate(token: string, client: ClientAddress): Promise<Principal | null> {
    if (!isKey('accessToken', token)) return null;
    const digest = digestOf(token).toString('base64');
    if (this.cache.knows(digest)) return this.cache.find(digest);
    return this.unauthenticated.during(client, () => this.cache.find(digest));
  }
}
