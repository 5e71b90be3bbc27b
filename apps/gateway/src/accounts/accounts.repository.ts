import { Injectable } from '@nestjs/common';
import { DataSource, IsNull, LessThan, Not, type EntityManager } from 'typeorm';
import { COUNT_LIMIT, type PageRequest } from '@chat/lists';
import { AccountEntity } from './account.entity';

/** The settings of an account that an administrator controls. */
export type AccountSettings = Pick<
  AccountEntity,
  | 'name'
  | 'accountLimit'
  | 'deviceChannels'
  | 'cloudChannels'
  | 'coexistence'
  | 'rateLimit'
  | 'manualProbes'
  | 'mcp'
>;

@Injectable()
export class AccountsRepository {
  constructor(private readonly dataSource: DataSource) {}

  find(accountId: number, manager = this.dataSource.manager): Promise<AccountEntity | null> {
    return manager.findOneBy(AccountEntity, { id: accountId });
  }

  /** Locks the account until the transaction ends. */
  lock(accountId: number, manager: EntityManager): Promise<AccountEntity | null> {
    return manager.findOne(AccountEntity, { where: { id: accountId }, lock: { mode: 'for_no_key_update' } });
  }

  findAll(): Promise<AccountEntity[]> {
    return this.accounts.find({ order: { id: 'ASC' } });
  }

  /** Returns a page plus one, newest first. */
  page({ perPage, offset, afterId }: PageRequest & { afterId: number | null }): Promise<AccountEntity[]> {
    return this.accounts.find({
      where: afterId === null ? {} : { id: LessThan(afterId) },
      order: { id: 'DESC' },
      take: perPage + 1,
      skip: offset,
    });
  }

  /** Counts up to the limit of list totals. */
  async count(): Promise<number> {
    const [row]: [{ total: number }] = await this.dataSource.query(
      `SELECT count(*)::integer AS total FROM (SELECT FROM gateway.accounts LIMIT ${COUNT_LIMIT + 1}) AS counted`,
    );
    return row.total;
  }

  async insert(
    settings: Omit<AccountSettings, 'manualProbes' | 'mcp'>,
    manager: EntityManager,
  ): Promise<AccountEntity> {
    const { identifiers } = await manager.insert(AccountEntity, settings);
    return manager.findOneByOrFail(AccountEntity, identifiers[0]!);
  }

  /** Undefined members are left unchanged. */
  async update(
    accountId: number,
    settings: Partial<AccountSettings>,
    manager: EntityManager,
  ): Promise<AccountEntity | null> {
    await manager.update(AccountEntity, { id: accountId }, { ...settings, updatedAt: () => 'now()' });
    return this.find(accountId, manager);
  }

  /** @returns the account if this call suspended or resumed it; null if it was so before, or does not exist. */
  async setSuspended(
    accountId: number,
    isSuspended: boolean,
    manager: EntityManager,
  ): Promise<AccountEntity | null> {
    const { affected } = await manager.update(
      AccountEntity,
      { id: accountId, suspendedAt: isSuspended ? IsNull() : Not(IsNull()) },
      {
        suspendedAt: isSuspended ? () => 'now()' : null,
        suspensionVersion: () => 'suspension_version + 1',
        updatedAt: () => 'now()',
      },
    );
    return affected ? manager.findOneBy(AccountEntity, { id: accountId }) : null;
  }

  private get accounts() {
    return this.dataSource.getRepository(AccountEntity);
  }
}
