import { Injectable } from '@nestjs/common';
import { DataSource } from 'typeorm';

/** Where the search for old deliveries stands: accounts come one after another, the deliveries of each by id. */
export interface RetentionPosition {
  accountId: number;
  id: number;
}

const START: RetentionPosition = { accountId: -1, id: 0 };
/** After all deliveries of an account. */
const LAST_ID = Number.MAX_SAFE_INTEGER;

interface Page {
  accountId: number;
  lastId: number;
  isAllOld: boolean;
}

/** The removal of what is old, of all accounts. */
@Injectable()
export class RetentionRepository {
  constructor(private readonly dataSource: DataSource) {}

  /**
   * Looks at the next deliveries of one account and deletes those that are older than 30 days, but for those that are
   * pending. Ids grow with time, so the primary key serves, and rows need no index by age.
   * @param after where to go on; null: at the start.
   * @param limit how many deliveries are looked at.
   * @returns where the next call goes on; null when nothing is left to look at.
   */
  async forgetSome(after: RetentionPosition | null, limit: number): Promise<RetentionPosition | null> {
    const { accountId, id } = after ?? START;
    const [page]: Page[] = await this.dataSource.query(FORGET_SOME, [accountId, id, limit]);
    if (!page) return null;
    return { accountId: page.accountId, id: page.isAllOld ? page.lastId : LAST_ID };
  }

  /** Deletes the secrets that sign no more. */
  async forgetSecrets(): Promise<void> {
    await this.dataSource.query('DELETE FROM webhooks.retired_secrets WHERE expires_at <= now()');
  }
}

const FORGET_SOME = `
  WITH page AS MATERIALIZED (
    SELECT d.account_id, d.id, d.status <> 'pending' AS is_done, d.created_at < now() - interval '30 days' AS is_old
    FROM webhooks.deliveries d
    WHERE d.account_id = (
        SELECT account_id FROM webhooks.deliveries WHERE (account_id, id) > ($1, $2) ORDER BY account_id, id LIMIT 1)
      AND (d.account_id, d.id) > ($1, $2)
    ORDER BY d.id LIMIT $3
  ), deleted AS (
    DELETE FROM webhooks.deliveries d
    WHERE d.account_id = (SELECT account_id FROM page LIMIT 1)
      AND d.id = ANY (ARRAY(SELECT id FROM page WHERE is_old AND is_done))
  )
  SELECT account_id AS "accountId", max(id) AS "lastId", bool_and(is_old) AS "isAllOld" FROM page GROUP BY account_id`;
