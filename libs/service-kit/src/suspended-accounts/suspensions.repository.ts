import type { DataSource, EntityManager } from 'typeorm';

/** A change that an event reports; `version` counts the changes of the account. */
export interface Suspension {
  accountId: number;
  version: number;
  isSuspended: boolean;
}

/** The table `suspended_accounts` of one service. A row stays when its account resumes, so that late events find it. */
export class SuspensionsRepository {
  constructor(
    private readonly dataSource: DataSource,
    private readonly schema: string,
  ) {}

  async findSuspended(): Promise<number[]> {
    const rows: { account_id: number }[] = await this.dataSource.query(
      `SELECT account_id FROM ${this.schema}.suspended_accounts WHERE is_suspended`,
    );
    return rows.map(({ account_id }) => account_id);
  }

  /** @returns false if a later change of the account is known already. */
  async record({ accountId, version, isSuspended }: Suspension, manager: EntityManager): Promise<boolean> {
    const rows: unknown[] = await manager.query(
      `INSERT INTO ${this.schema}.suspended_accounts AS known (account_id, version, is_suspended) VALUES ($1, $2, $3)
       ON CONFLICT (account_id) DO UPDATE SET version = excluded.version, is_suspended = excluded.is_suspended
       WHERE known.version < excluded.version RETURNING 1`,
      [accountId, version, isSuspended],
    );
    return rows.length > 0;
  }
}
