import { Injectable } from '@nestjs/common';
import { DataSource, IsNull, type EntityManager } from 'typeorm';
import { invalid } from '@chat/errors';
import { violates } from '@chat/service-kit';
import { ApiKeyEntity } from './api-key.entity';

export type KeySettings = Partial<Pick<ApiKeyEntity, 'name' | 'scopes' | 'allowlist' | 'expiresAt'>>;
export type NewApiKey = Pick<
  ApiKeyEntity,
  'clientId' | 'secretDigest' | 'name' | 'scopes' | 'allowlist' | 'expiresAt' | 'createdBy'
>;
/** Identifies a key; with an account, only if it is the account's. */
export interface KeyName {
  readonly clientId: string;
  readonly accountId?: number;
}

@Injectable()
export class ApiKeysRepository {
  constructor(private readonly dataSource: DataSource) {}

  /** @throws AppError `validation_error` if the account does not exist. */
  async insert(accountId: number, key: NewApiKey, manager: EntityManager): Promise<ApiKeyEntity> {
    try {
      await manager.insert(ApiKeyEntity, { accountId, ...key });
      return await manager.findOneByOrFail(ApiKeyEntity, { accountId, clientId: key.clientId });
    } catch (error) {
      throw violates(error, 'api_keys_account')
        ? invalid('account_id', 'No account has this identifier.')
        : error;
    }
  }

  /** Returns the keys of one account, or of all, oldest first. */
  findAll(accountId: number | undefined): Promise<ApiKeyEntity[]> {
    return this.keys.find({
      where: accountId === undefined ? {} : { accountId },
      order: { createdAt: 'ASC', clientId: 'ASC' },
    });
  }

  /** Locks the key until the transaction ends. */
  lock(key: KeyName, manager: EntityManager): Promise<ApiKeyEntity | null> {
    return manager.findOne(ApiKeyEntity, { where: { ...key }, lock: { mode: 'pessimistic_write' } });
  }

  /** Leaves undefined members unchanged, and revoked keys as well. */
  async update(key: KeyName, settings: KeySettings, manager: EntityManager): Promise<ApiKeyEntity | null> {
    const changes = { ...settings, updatedAt: () => 'now()' };
    await manager.update(ApiKeyEntity, { ...key, revokedAt: IsNull() }, changes);
    return manager.findOneBy(ApiKeyEntity, { ...key });
  }

  /** The current secret becomes the former one, unless the overlap is zero. A revoked key is left unchanged. */
  async replaceSecret(
    key: KeyName,
    digest: Buffer,
    overlapHours: number,
    manager: EntityManager,
  ): Promise<ApiKeyEntity | null> {
    await manager.query(
      `UPDATE gateway.api_keys
       SET secret_digest = $2, secret_digest_key = NULL, updated_at = now(),
           former_secret_digest = CASE WHEN $3::integer > 0 THEN secret_digest END,
            former_secret_digest_key = CASE WHEN $3::integer > 0 THEN secret_digest_key END,
           former_secret_until = CASE WHEN $3::integer > 0 THEN now() + make_interval(hours => $3::integer) END
       WHERE client_id = $1 AND revoked_at IS NULL AND account_id = coalesce($4, account_id)`,
      [key.clientId, digest, overlapHours, key.accountId ?? null],
    );
    return manager.findOneBy(ApiKeyEntity, { ...key });
  }

  /** A revoked key keeps its date. */
  async revoke(key: KeyName, manager: EntityManager): Promise<ApiKeyEntity | null> {
    const now = { revokedAt: () => 'now()', updatedAt: () => 'now()' };
    await manager.update(ApiKeyEntity, { ...key, revokedAt: IsNull() }, now);
    return manager.findOneBy(ApiKeyEntity, { ...key });
  }

  private get keys() {
    return this.dataSource.getRepository(ApiKeyEntity);
  }
}
