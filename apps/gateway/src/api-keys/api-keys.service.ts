import { Injectable } from '@nestjs/common';
import { Transactions, type Transaction } from '@chat/bus';
import { scopes as knownScopes, type RequestContext } from '@chat/contracts';
import type { ApiKey, CreateApiKey, CreatedApiKey, UpdateOwnApiKey } from '@chat/contracts/gateway';
import { AppError, invalid } from '@chat/errors';
import { parseRange } from '../credentials/allowlist.rules';
import { SecretDigests } from '../credentials/secret-digests';
import type { ApiKeyEntity } from './api-key.entity';
import { toApiKey } from './api-key.mapper';
import { ApiKeysRepository, type KeyName } from './api-keys.repository';
import { newKey } from '../credentials/key-format';

/** API keys. A secret is shown once, when its key is created, and stored as a digest. */
@Injectable()
export class ApiKeysService {
  constructor(
    private readonly transactions: Transactions,
    private readonly keys: ApiKeysRepository,
    private readonly digests: SecretDigests,
  ) {}

  async create(input: CreateApiKey, context: RequestContext): Promise<CreatedApiKey> {
    const { account_id, name = null, scopes = null, allowlist, expires_at: expiresAt } = input;
    checkScopes(scopes ?? []);
    checkAllowlist(allowlist);
    const secret = newKey('clientSecret');
    const key = {
      clientId: newKey('clientId'),
      secretDigest: this.digests.digest(secret),
      name,
      scopes,
      allowlist,
      expiresAt: readExpiry(expiresAt ?? null),
      createdBy: context.credential.person?.id ?? null,
    };
    return this.transactions.run(context, async (tx) => {
      const made = toApiKey(await this.keys.insert(account_id, key, tx.manager));
      record(tx, null, made);
      return { api_key: made, client_secret: secret };
    });
  }

  async list(accountId: number | undefined): Promise<ApiKey[]> {
    return (await this.keys.findAll(accountId)).map(toApiKey);
  }

  async update(
    key: KeyName,
    { name, scopes, allowlist, expires_at }: UpdateOwnApiKey,
    context: RequestContext,
  ): Promise<ApiKey> {
    checkScopes(scopes ?? []);
    checkAllowlist(allowlist ?? []);
    const expiresAt = expires_at === undefined ? undefined : readExpiry(expires_at);
    return this.transactions.run(context, async (tx) => {
      const before = toApiKey(inUse(await this.keys.lock(key, tx.manager)));
      const settings = { name, scopes, allowlist, expiresAt };
      const after = toApiKey(inUse(await this.keys.update(key, settings, tx.manager)));
      record(tx, before, after);
      return after;
    });
  }

  /** @returns the key with its new secret. */
  async rotate(key: KeyName, overlapHours: number, context: RequestContext): Promise<CreatedApiKey> {
    const secret = newKey('clientSecret');
    const digest = this.digests.digest(secret);
    return this.transactions.run(context, async (tx) => {
      const rotated = toApiKey(inUse(await this.keys.replaceSecret(key, digest, overlapHours, tx.manager)));
      tx.record({ target: `api-keys/${rotated.client_id}`, accountId: rotated.account_id });
      return { api_key: rotated, client_secret: secret };
    });
  }

  async revoke(key: KeyName, context: RequestContext): Promise<ApiKey> {
    return this.transactions.run(context, async (tx) => {
      const before = toApiKey(known(await this.keys.lock(key, tx.manager)));
      const after = toApiKey(known(await this.keys.revoke(key, tx.manager)));
      record(tx, before, after);
      return after;
    });
  }
}

function record(tx: Transaction, before: ApiKey | null, after: ApiKey): void {
  const target = `api-keys/${after.client_id}`;
  tx.record({ target, accountId: after.account_id, ...(before && { before }), after });
}

function known(key: ApiKeyEntity | null): ApiKeyEntity {
  if (!key) throw new AppError('not_found', { message: 'There is no such key. See the list of keys.' });
  return key;
}

/** Revoked keys cannot be changed. */
function inUse(key: ApiKeyEntity | null): ApiKeyEntity {
  if (known(key).revokedAt !== null) {
    throw new AppError('conflict', { message: 'This key is revoked. Make a new one.' });
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

/** @throws AppError `validation_error` if it is no date, or has passed. */
function readExpiry(text: string | null): Date | null {
  if (text === null) return null;
  const time = Date.parse(text);
  if (time > Date.now()) return new Date(time);
  throw invalid(
    'expires_at',
    'expires_at must be a time in the future. Leave it out for a key that does not expire.',
  );
}
