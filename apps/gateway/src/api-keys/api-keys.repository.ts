import { Injectable } from '@nestjs/common';
import { DataSource, IsNull } from 'typeorm';
import { ApiKeyEntity } from './api-key.entity';

export type NewApiKey = Pick<ApiKeyEntity, 'clientId' | 'secretDigest' | 'scopes' | 'allowlist'>;

@Injectable()
export class ApiKeysRepository {
  constructor(private readonly dataSource: DataSource) {}

  async insert(accountId: number, key: NewApiKey): Promise<ApiKeyEntity> {
    await this.keys.insert({ accountId, ...key });
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
