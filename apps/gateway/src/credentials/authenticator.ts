import type { IncomingHttpHeaders } from 'node:http';
import { Injectable } from '@nestjs/common';
import { AppError } from '@chat/errors';
import { CredentialCache } from './credential-cache';
import { readCredential } from './credential-headers.rules';
import type { KnownKey } from './credentials.repository';
import { isClientId } from './key-format';
import { SecretDigests } from './secret-digests';

/** Finds out who sends a request. */
@Injectable()
export class Authenticator {
  constructor(
    private readonly cache: CredentialCache,
    private readonly digests: SecretDigests,
  ) {}

  /**
   * The key whose id and secret the headers carry.
   * @throws AppError `unauthenticated`, the same for an absent, unknown, wrong or revoked credential, and
   * `bad_request` for two kinds of credential at once.
   */
  async authenticate(headers: IncomingHttpHeaders): Promise<KnownKey> {
    const presented = readCredential(headers);
    switch (presented.kind) {
      case 'none':
        throw new AppError('unauthenticated');
      case 'conflict':
        throw new AppError('bad_request', {
          message: 'The request carries two kinds of credential at once. Send exactly one.',
        });
      case 'api_key': {
        const { clientId, clientSecret } = presented;
        const key = isClientId(clientId) ? await this.cache.find(clientId) : null;
        if (this.digests.matches(clientSecret, key?.secretDigest ?? null) && key) return key;
        throw new AppError('unauthenticated');
      }
    }
  }
}
