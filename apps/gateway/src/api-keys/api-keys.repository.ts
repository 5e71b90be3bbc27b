import { Injectable } from '@nestjs/common';
import { DataSource, IsNull } from 'typeorm';
import { invalid } from '@chat/errors';
import { violates } from '@chat/service-kit';
import { ApiKeyEntity } from './api-key.entity';

export type NewApiKey = Pick<ApiKeyEntity, 'clientId' | 'secretDigest' | 'scopes' | 'allowlist'>;

@Injectable()
export class ApiKeysRepository {
  constructor(private readonly dataSource: DataSource) {}

  /** @throws AppError `validation_error` for an unknown account. */
  async insert(accountId: number, key: NewApiKey): Promise<ApiKeyEntity> {
    try {
      await this.keys.insert({ accountId, ...key });
    } catch (error) {
      throw violates(error, 'api_keys_account')
        ? invalid('account_id', 'No account has this identifier.')
        : error;
    }
    return this.keys.findOneByOrFail({ accountId, clientId: key.clientId });
  }

  /** The keys of one account, or of all, oldest first. */
  findAll(accountId: number | undefined): Promise<ApiKeyEntity[]> {
    return this.keys.find({
      where: accountId === undefined ? {} : { accountId },
      order: { createdAt: 'ASC', clientId: 'ASC' },
    });
  }

  /** Revokes the key, whoever owns it; one that is revoked keeps its date. */
  async revoke(clientId: string): Promise<ApiKeyEntity | null> {
    await this.keys.update(
      { clientId, revokedAt: IsNull() },
      { revokedAt: () => 'now()', updatedAt: () => 'now()' },
    );
    return this.keys.findOneBy({ clientId });
  }

  private get keys() {
    return this.dataSource.getRepository(ApiKeyEntity);
  }
}
