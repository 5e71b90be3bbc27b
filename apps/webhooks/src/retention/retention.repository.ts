import { Injectable } from '@nestjs/common';
import { DataSource } from 'typeorm';

const BEFORE_ALL_ACCOUNTS = -1;

/** The removal of what is old, of all accounts. */
@Injectable()
export class RetentionRepository {
  constructor(private readonly dataSource: DataSource) {}

  /**
   * Deletes the deliveries of one account that are older than 30 days, but for those that are pending: some of them, the
   * oldest first. Ids grow with time, so the primary key serves, and rows need no index by age.
   * @param after the account that had the turn before; null: none.
   * @returns the account that had its turn and how many rows went; null when there is none after that one.
   */
  async forgetSome(
    after: number | null,
    limit: number,
  ): Promise<{ accountId: number; deleted: number } | null> {
    const [row]: { accountId: number }[] = await this.dataSource.query(
      `SELECT account_id AS "accountId" FROM webhooks.deliveries WHERE account_id > $1 ORDER BY account_id, id LIMIT 1`,
      [after ?? BEFORE_ALL_ACCOUNTS],
    );
    if (!row) return null;
    const [, deleted]: [unknown, number] = await this.dataSource.query(
      `DELETE FROM webhooks.deliveries WHERE account_id = $1 AND id = ANY (ARRAY(
         SELECT id FROM (
           SELECT id, created_at, status FROM webhooks.deliveries WHERE account_id = $1 ORDER BY id LIMIT $2) AS oldest
         WHERE created_at < now() - interval '30 days' AND status <> 'pending'))`,
      [row.accountId, limit],
    );
    return { accountId: row.accountId, deleted };
  }

  /** Deletes the secrets that sign no more. */
  async forgetSecrets(): Promise<void> {
    await this.dataSource.query('DELETE FROM webhooks.retired_secrets WHERE expires_at <= now()');
  }
}
