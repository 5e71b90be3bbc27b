import { Injectable } from '@nestjs/common';
import { DataSource, IsNull, type EntityManager } from 'typeorm';
import { invalid } from '@chat/errors';
import { violates } from '@chat/service-kit';
import { DeveloperAppEntity } from './developer-app.entity';

export type NewApp = Pick<DeveloperAppEntity, 'name' | 'clientId' | 'secretDigest' | 'redirectUris'>;
export type AppSettings = Partial<Pick<DeveloperAppEntity, 'name' | 'redirectUris'>>;
/** Identifies an app, by its id or its client id; with an account, only if it is the account's. */
export type AppName = ({ id: number } | { clientId: string }) & { accountId?: number };

/** Deleted apps are not returned by any of these methods. */
@Injectable()
export class DeveloperAppsRepository {
  constructor(private readonly dataSource: DataSource) {}

  /** @throws AppError `validation_error` if the account does not exist. */
  async insert(accountId: number, app: NewApp, manager: EntityManager): Promise<DeveloperAppEntity> {
    try {
      const { identifiers } = await manager.insert(DeveloperAppEntity, { accountId, ...app });
      return await manager.findOneByOrFail(DeveloperAppEntity, identifiers[0]!);
    } catch (error) {
      throw violates(error, 'developer_apps_account')
        ? invalid('account_id', 'No account has this identifier.')
        : error;
    }
  }

  find(name: AppName, manager = this.dataSource.manager): Promise<DeveloperAppEntity | null> {
    return manager.findOneBy(DeveloperAppEntity, { ...name, deletedAt: IsNull() });
  }

  /** Locks the app until the transaction ends. */
  lock(name: AppName, manager: EntityManager): Promise<DeveloperAppEntity | null> {
    const where = { ...name, deletedAt: IsNull() };
    return manager.findOne(DeveloperAppEntity, { where, lock: { mode: 'pessimistic_write' } });
  }

  /** Returns the apps of one account, or of all, oldest first. */
  findAll(accountId: number | undefined): Promise<DeveloperAppEntity[]> {
    return this.apps.find({
      where: { ...(accountId !== undefined && { accountId }), deletedAt: IsNull() },
      order: { id: 'ASC' },
    });
  }

  /** Returns the app of a grant, whichever account owns the app. */
  async findOfGrant(accountId: number, grantId: number): Promise<{ redirectUris: string[] } | null> {
    const [row]: { redirectUris: string[] }[] = await this.dataSource.query(
      `SELECT d.redirect_uris AS "redirectUris" FROM gateway.oauth_grants g
       JOIN gateway.developer_apps d ON d.account_id = g.app_account_id AND d.id = g.app_id
       WHERE g.account_id = $1 AND g.id = $2 AND d.deleted_at IS NULL`,
      [accountId, grantId],
    );
    return row ?? null;
  }

  /** Undefined members are left unchanged. */
  async update(
    name: AppName,
    settings: AppSettings,
    manager: EntityManager,
  ): Promise<DeveloperAppEntity | null> {
    const changes = { ...settings, updatedAt: () => 'now()' };
    await manager.update(DeveloperAppEntity, { ...name, deletedAt: IsNull() }, changes);
    return this.find(name, manager);
  }

  /** Leaves public apps unchanged. */
  async replaceSecret(
    name: AppName,
    digest: Buffer,
    manager: EntityManager,
  ): Promise<DeveloperAppEntity | null> {
    await manager
      .createQueryBuilder()
      .update(DeveloperAppEntity)
      .set({ secretDigest: digest, secretDigestKey: null, updatedAt: () => 'now()' })
      .where({ ...name, deletedAt: IsNull() })
      .andWhere('secret_digest IS NOT NULL')
      .execute();
    return this.find(name, manager);
  }

  /** Does nothing if the digest has changed in the meantime. */
  async replaceDigest(id: number, from: Buffer, to: Buffer): Promise<void> {
    await this.dataSource.query(
      `UPDATE gateway.developer_apps SET secret_digest = $3, secret_digest_key = NULL
       WHERE id = $1 AND secret_digest = $2`,
      [id, from, to],
    );
  }

  /** Hides the app and ends everything that was issued to it. */
  async delete(name: AppName, manager: EntityManager): Promise<boolean> {
    const { affected } = await manager.update(
      DeveloperAppEntity,
      { ...name, deletedAt: IsNull() },
      { deletedAt: () => 'now()', updatedAt: () => 'now()' },
    );
    return affected === 1;
  }

  private get apps() {
    return this.dataSource.getRepository(DeveloperAppEntity);
  }
}
