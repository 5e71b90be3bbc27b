import { Injectable } from '@nestjs/common';
import { DataSource, type EntityManager } from 'typeorm';

/** The number of channels per account. The lock on an account's row serializes creating and deleting its channels. */
@Injectable()
export class QuotasRepository {
  constructor(private readonly dataSource: DataSource) {}

  async channelsInUse(accountId: number): Promise<number> {
    const [row]: { channels_in_use: number }[] = await this.dataSource.query(
      'SELECT channels_in_use FROM channels.account_quotas WHERE account_id = $1',
      [accountId],
    );
    return row?.channels_in_use ?? 0;
  }

  /** Locks the account against concurrent creation and deletion of channels. @returns how many channels it has. */
  async lock(accountId: number, manager: EntityManager): Promise<number> {
    const [row]: [{ channels_in_use: number }] = await manager.query(
      `INSERT INTO channels.account_quotas (account_id, channels_in_use) VALUES ($1, 0)
       ON CONFLICT (account_id) DO UPDATE SET channels_in_use = account_quotas.channels_in_use
       RETURNING channels_in_use`,
      [accountId],
    );
    return row.channels_in_use;
  }

  async add(accountId: number, channels: 1 | -1, manager: EntityManager): Promise<void> {
    await manager.query(
      'UPDATE channels.account_quotas SET channels_in_use = channels_in_use + $2 WHERE account_id = $1',
      [accountId, channels],
    );
  }
}
