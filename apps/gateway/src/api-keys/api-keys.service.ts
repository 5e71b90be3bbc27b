import { Injectable } from '@nestjs/common';
import { scopes as knownScopes } from '@chat/contracts';
import type { ApiKey, CreateApiKey, CreatedApiKey, UpdateApiKey } from '@chat/contracts/gateway';
import { AppError, invalid } from '@chat/errors';
import { parseRange } from '../credentials/allowlist.rules';
import { SecretDigests } from '../credentials/secret-digests';
import type { ApiKeyEntity } from './api-key.entity';
import { toApiKey } from './api-key.mapper';
import { ApiKeysRepository } from './api-keys.repository';
import { newKey } from '../credentials/key-format';

/** API keys. A secret is shown once, when its key is created, and stored as a digest. */
@Injectable()
export class ApiKeysService {
  constructor(
    private readonly keys: ApiKeysRepository,
    private readonly digests: SecretDigests,
  ) {}

  async create({ account_id, scopes = null, allowlist }: CreateApiKey): Promise<CreatedApiKey> {
    checkScopes(scopes ?? []);
    checkAllowlist(allowlist);
    const secret = newKey('clientSecret');
    const key = {
      clientId: newKey('clientId'),
      secretDigest: this.digests.digest(secret),
      scopes,
      allowlist,
    };
    return { api_key: toApiKey(await this.keys.insert(account_id, key)), client_secret: secret };
  }

  async list(accountId: number | undefined): Promise<ApiKey[]> {
    return (await this.keys.findAll(accountId)).map(toApiKey);
  }

  async update({ client_id, scopes, allowlist }: UpdateApiKey): Promise<ApiKey> {
    checkScopes(scopes ?? []);
    checkAllowlist(allowlist ?? []);
    return toApiKey(inUse(await this.keys.update(client_id, { scopes, allowlist })));
  }

  /** @returns the key with its new secret. */
  async rotate(clientId: string, overlapHours: number): Promise<CreatedApiKey> {
    const secret = newKey('clientSecret');
    const key = inUse(await this.keys.replaceSecret(clientId, this.digests.digest(secret), overlapHours));
    return { api_key: toApiKey(key), client_secret: secret };
  }

  async revoke(clientId: string): Promise<ApiKey> {
    return toApiKey(known(await this.keys.revoke(clientId)));
  }
}

function known(key: ApiKeyEntity | null): ApiKeyEntity {
  if (!key) throw new AppError('not_found', { message: 'There is no such key. See key list.' });
  return key;
}

/** Revoked keys cannot be changed. */
function inUse(key: ApiKeyEntity | null): ApiKeyEntity {
  if (known(key).revokedAt !== null) {
    throw new AppError('conflict', { message: 'This key is revoked. Make a new one with key create.' });
  }
  return known(key);
}

function checkScopes(scopes: readonly string[]): void {
  const unknown = scopes.filter((scope) => !(knownScopes as readonly string[]).includes(scope));
  if (unknown.length > 0) {
    throw invalid(
      'scopes',
      `There is no scope ${unknown.join(', ')}. Choose from ${knownScopes.join(', ')}.`,
    );
  }
}

function checkAllowlist(allowlist: readonly string[]): void {
  const wrong = allowlist.filter((entry) => !parseRange(entry));
  if (wrong.length > 0) {
    throw invalid(
      'allowlist',
      `${wrong.join(', ')} is neither an address nor a range as in 203.0.113.7 or 10.0.0.0/8.`,
    );
  }
}
