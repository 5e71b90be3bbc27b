import { Injectable } from '@nestjs/common';
import type { ClientAddress } from '@chat/http-edge';
import { inTime } from '../questions/questions';
import { UnauthenticatedLimits } from '../rate-limit/unauthenticated-limits';
import { CredentialCache } from './credential-cache';
import type { PersonPrincipal } from './principal';
import { digestOf, isRandomSecret } from './random-secret';
import { SignedInPeopleRepository } from './signed-in-people.repository';

/** Authenticates people by the secret of their session. The cache holds digests, as that of access tokens. */
@Injectable()
export class SessionAuthenticator {
  private readonly cache: CredentialCache<PersonPrincipal>;

  constructor(
    people: SignedInPeopleRepository,
    private readonly unauthenticated: UnauthenticatedLimits,
  ) {
    this.cache = new CredentialCache({
      find: (digest) => inTime(people.find(Buffer.from(digest, 'base64'))),
    });
  }

  /**
   * Returns the principal of the session's person, or null if the session is unknown or over.
   * @throws AppError `rate_limit_exceeded` if the session is not cached and the address has looked up too many.
   */
  async authenticate(secret: string | undefined, client: ClientAddress): Promise<PersonPrincipal | null> {
    if (secret === undefined || !isRandomSecret(secret)) return null;
    const digest = digestOf(secret).toString('base64');
    if (this.cache.knows(digest)) return this.cache.find(digest);
    return this.unauthenticated.during(client, () => this.cache.find(digest));
  }

  /** Looks a session up even if it is cached. */
  async authenticateAnew(secret: string): Promise<PersonPrincipal | null> {
    return this.cache.findAnew(digestOf(secret).toString('base64'));
  }
}
