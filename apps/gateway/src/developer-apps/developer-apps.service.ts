import { Injectable } from '@nestjs/common';
import { grantIdOf, type RequestContext } from '@chat/contracts';
import type {
  CreateDeveloperApp,
  CreatedDeveloperApp,
  DeveloperApp,
  UpdateOwnDeveloperApp,
} from '@chat/contracts/gateway';
import { AppError, invalid } from '@chat/errors';
import { newKey } from '../credentials/key-format';
import { SecretDigests } from '../credentials/secret-digests';
import type { DeveloperAppEntity } from './developer-app.entity';
import { toDeveloperApp } from './developer-app.mapper';
import { DeveloperAppsRepository, type AppName } from './developer-apps.repository';
import { redirectUriProblem } from './redirect-uri.rules';
import { hostsOf } from './return-hosts.rules';

/** Apps of third parties. A confidential app has a secret, which is shown once and stored as a digest. */
@Injectable()
export class DeveloperAppsService {
  constructor(
    private readonly apps: DeveloperAppsRepository,
    private readonly digests: SecretDigests,
  ) {}

  async create(input: CreateDeveloperApp): Promise<CreatedDeveloperApp> {
    checkRedirectUris(input.redirect_uris);
    const secret = input.public ? null : newKey('appSecret');
    const secretDigest = secret === null ? null : this.digests.digest(secret);
    const app = await this.apps.insert(input.account_id, {
      name: input.name,
      clientId: newKey('appClientId'),
      secretDigest,
      redirectUris: input.redirect_uris,
    });
    return { developer_app: toDeveloperApp(app), client_secret: secret };
  }

  async list(accountId: number | undefined): Promise<DeveloperApp[]> {
    return (await this.apps.findAll(accountId)).map(toDeveloperApp);
  }

  /**
   * Returns the hosts of the redirect URIs that apply to a credential: those of a bearer token's own app, otherwise
   * those of the named app or of all apps of the account.
   * @throws AppError `validation_error` if the account has no such app.
   */
  async returnHosts(
    { account, credential }: Pick<RequestContext, 'account' | 'credential'>,
    appId: number | undefined,
  ): Promise<string[]> {
    if (credential.type === 'bearer') {
      const app = await this.apps.findOfGrant(account.id, grantIdOf(credential.id));
      return hostsOf(app?.redirectUris ?? []);
    }
    const apps = (await this.apps.findAll(account.id)).filter(({ id }) => (appId ?? id) === id);
    if (appId !== undefined && apps.length === 0) {
      throw invalid('developer_app_id', 'The account has no developer app with this identifier.');
    }
    return hostsOf(apps.flatMap(({ redirectUris }) => redirectUris));
  }

  async update(app: AppName, { name, redirect_uris }: UpdateOwnDeveloperApp): Promise<DeveloperApp> {
    if (redirect_uris) checkRedirectUris(redirect_uris);
    const settings = { name: name ?? undefined, redirectUris: redirect_uris ?? undefined };
    return toDeveloperApp(known(await this.apps.update(app, settings)));
  }

  /** Replaces the secret. The previous one ends at once. */
  async rotateSecret(app: AppName): Promise<CreatedDeveloperApp> {
    const secret = newKey('appSecret');
    const rotated = known(await this.apps.replaceSecret(app, this.digests.digest(secret)));
    if (rotated.secretDigest === null) {
      throw new AppError('conflict', { message: 'This app is public: it has no secret to rotate.' });
    }
    return { developer_app: toDeveloperApp(rotated), client_secret: secret };
  }

  /** @returns the id of the deleted app. */
  async delete(app: AppName): Promise<number> {
    const { id } = known(await this.apps.find(app));
    await this.apps.delete({ id });
    return id;
  }
}

/** Ids are numeric; client ids are not. */
export function nameOf(app: string): AppName {
  return /^\d{1,15}$/.test(app) ? { id: Number(app) } : { clientId: app };
}

function known(app: DeveloperAppEntity | null): DeveloperAppEntity {
  if (!app) throw new AppError('not_found', { message: 'There is no such app. See the list of apps.' });
  return app;
}

function checkRedirectUris(uris: readonly string[]): void {
  if (uris.length === 0) throw invalid('redirect_uris', 'An app needs at least one redirect URI.');
  for (const uri of uris) {
    const problem = redirectUriProblem(uri);
    if (problem) throw invalid('redirect_uris', `${uri} cannot be a redirect URI. ${problem}`);
  }
}
