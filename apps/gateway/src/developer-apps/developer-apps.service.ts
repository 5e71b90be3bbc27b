import { Injectable } from '@nestjs/common';
import { Transactions } from '@chat/bus';
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
    private readonly transactions: Transactions,
    private readonly apps: DeveloperAppsRepository,
    private readonly digests: SecretDigests,
  ) {}

  async create(input: CreateDeveloperApp, context: RequestContext): Promise<CreatedDeveloperApp> {
    checkRedirectUris(input.redirect_uris);
    const secret = input.public ? null : newKey('appSecret');
    const secretDigest = secret === null ? null : this.digests.digest(secret);
    const { account_id: accountId, name, redirect_uris: redirectUris } = input;
    const settings = { name, clientId: newKey('appClientId'), secretDigest, redirectUris };
    return this.transactions.run(context, async (tx) => {
      const after = toDeveloperApp(await this.apps.insert(accountId, settings, tx.manager));
      tx.record({ target: `developer-apps/${after.id}`, accountId, after });
      return { developer_app: after, client_secret: secret };
    });
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

  async update(
    app: AppName,
    { name, redirect_uris }: UpdateOwnDeveloperApp,
    context: RequestContext,
  ): Promise<DeveloperApp> {
    if (redirect_uris) checkRedirectUris(redirect_uris);
    const settings = { name: name ?? undefined, redirectUris: redirect_uris ?? undefined };
    return this.transactions.run(context, async (tx) => {
      const row = known(await this.apps.lock(app, tx.manager));
      const before = toDeveloperApp(row);
      const after = toDeveloperApp(known(await this.apps.update(app, settings, tx.manager)));
      tx.record({ target: `developer-apps/${row.id}`, accountId: row.accountId, before, after });
      return after;
    });
  }

  /** Replaces the secret. The previous one ends at once. */
  async rotateSecret(app: AppName, context: RequestContext): Promise<CreatedDeveloperApp> {
    const secret = newKey('appSecret');
    const digest = this.digests.digest(secret);
    return this.transactions.run(context, async (tx) => {
      const rotated = known(await this.apps.replaceSecret(app, digest, tx.manager));
      if (rotated.secretDigest === null) {
        throw new AppError('conflict', { message: 'This app is public: it has no secret to rotate.' });
      }
      tx.record({ target: `developer-apps/${rotated.id}`, accountId: rotated.accountId });
      return { developer_app: toDeveloperApp(rotated), client_secret: secret };
    });
  }

  /** @returns the id of the deleted app. */
  async delete(app: AppName, context: RequestContext): Promise<number> {
    return this.transactions.run(context, async (tx) => {
      const row = known(await this.apps.lock(app, tx.manager));
      const { id, accountId } = row;
      await this.apps.delete({ id }, tx.manager);
      tx.record({ target: `developer-apps/${id}`, accountId, before: toDeveloperApp(row) });
      return id;
    });
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
