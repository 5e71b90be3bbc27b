import { Inject, Injectable } from '@nestjs/common';
import { LOGGER, type Logger } from '@chat/service-kit';
import { isKey } from '../credentials/key-format';
import { keyedAppDigest } from '../credentials/keyed-digest';
import { SecretDigests, type StoredDigest } from '../credentials/secret-digests';
import { inTime, orUnavailable } from '../questions/questions';
import type { DeveloperAppEntity } from '../developer-apps/developer-app.entity';
import { DeveloperAppsRepository } from '../developer-apps/developer-apps.repository';
import type { ClientCredentials } from './client-credentials.rules';
import { OAuthError } from './oauth-error';

/** Authenticates developer apps by client id and secret. */
@Injectable()
export class ClientAuthenticator {
  constructor(
    private readonly apps: DeveloperAppsRepository,
    private readonly digests: SecretDigests,
    @Inject(LOGGER) private readonly logger: Logger,
  ) {}

  async find(clientId: string): Promise<DeveloperAppEntity | null> {
    return isKey('appClientId', clientId) ? orUnavailable(inTime(this.apps.find({ clientId }))) : null;
  }

  /**
   * Returns the app: a public one, which presents no secret, or a confidential one with the right secret. An unknown
   * app costs the same.
   * @throws OAuthError `invalid_client`, identical in every case.
   */
  async authenticate({ clientId, secret }: ClientCredentials): Promise<DeveloperAppEntity> {
    const app = await this.find(clientId);
    const isRight = this.digests.matches(secret ?? '', app && storedDigestOf(app));
    const isPublic = app !== null && app.secretDigest === null && secret === null;
    if (!app || !(isRight || isPublic)) {
      throw new OAuthError('invalid_client', 'The client is unknown, or its secret is wrong.');
    }
    this.renewDigest(app, secret);
    return app;
  }

  /** After a change of the secret key, the digest can only be recomputed when the app presents its secret. */
  private renewDigest(app: DeveloperAppEntity, secret: string | null): void {
    const stored = storedDigestOf(app);
    if (!stored || secret === null || !this.digests.isOutdated(stored)) return;
    this.apps
      .replaceDigest(app.id, stored.digest, this.digests.digest(secret))
      .catch((error: unknown) => this.logger.warn({ error, appId: app.id }, 'a digest was not made anew'));
  }
}

function storedDigestOf({
  accountId,
  id,
  secretDigest,
  secretDigestKey,
}: DeveloperAppEntity): StoredDigest | null {
  const context = keyedAppDigest.contextOf([accountId, id]);
  return secretDigest && { digest: secretDigest, key: secretDigestKey, context };
}
