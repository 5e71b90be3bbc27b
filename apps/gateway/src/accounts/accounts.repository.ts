import { Injectable } from '@nestjs/common';
import { DataSource } from 'typeorm';
import { AccountEntity } from './account.entity';

/** The settings of an account that an administrator controls. */
export type AccountSettings = Pick<
  AccountEntity,
  'name' | 'accountLimit' | 'deviceChannels' | 'cloudChannels' | 'coexistence' | 'rateLimit' | 'manualProbes'
>;

@Injectable()
export class AccountsRepository {
  constructor(private readonly dataSource: DataSource) {}

  find(accountId: number): Promise<AccountEntity | null> {
    return this.accounts.findOneBy({ id: accountId });
  }

  findAll(): Promise<AccountEntity[]> {
    return this.accounts.find({ order: { id: 'ASC' } });
  }

  async insert(settings: Omit<AccountSettings, 'manualProbes'>): Promise<AccountEntity> {
    return this.dataSource.transaction(async (manager) => {
      const { identifiers } = await manager.insert(AccountEntity, settings);
      return manager.findOneByOrFail(AccountEntity, identifiers[0]!);
    });
  }

  /** Undefined members are left unchanged. */
  async update(accountId: number, settings: Partial<AccountSettings>): Promise<AccountEntity | null> {
    await this.accounts.update({ id: accountId }, { ...settings, updatedAt: () => 'now()' });
    return this.find(accountId);
  }

  private get accounts() {
    return this.dataSource.getRepository(AccountEntity);
  }
}
