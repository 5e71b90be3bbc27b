import { Injectable } from '@nestjs/common';
import { DataSource } from 'typeorm';
import { SharedPayloadsRepository } from '../payloads/shared-payloads.repository';

/** The position of the search for old deliveries: account by account, and by id within each. */
export interface RetentionPosition {
  accountId: number;
  id: number;
}

const START: RetentionPosition = { accountId: -1, id: 0 };
/** Sorts after all deliveries of an account. */
const LAST_ID = Number.MAX_SAFE_INTEGER;

interface Page {
  accountId: number;
  lastId: number;
  isAllOld: boolean;
  /** Those to delete. */
  oldIds: number[];
}

/** Deletes expired data of all accounts. */
@Injectable()
export class RetentionRepository {
  constructor(
    private readonly dataSource: DataSource,
    private readonly payloads: SharedPayloadsRepository,
  ) {}

  /**
   * Reads the next deliveries of one account and deletes those older than 30 days, except pending ones. Ids grow with
   * time, so the primary key suffices, and no index by age is needed.
   * @param after where to continue; null starts from the beginning.
   * @param limit how many deliveries to read.
   * @returns where the next call continues, or null at the end.
   */
  async forgetSome(after: RetentionPosition | null, limit: number): Promise<RetentionPosition | null> {
    const { accountId, id } = after ?? START;
    const [page]: Page[] = await this.dataSource.query(PAGE, [accountId, id, limit]);
    if (!page) return null;
    if (page.oldIds.length > 0) await this.forget(page);
    return { accountId: page.accountId, id: page.isAllOld ? page.lastId : LAST_ID };
  }

  private async forget({ accountId, oldIds }: Page): Promise<void> {
    const old = oldIds.map((id) => ({ accountId, id }));
    await this.dataSource.transaction((manager) =>
      this.payloads.letGo(old, () => manager.query(FORGET, [accountId, oldIds]), manager),
    );
  }

  /** Deletes retired secrets that no longer sign. */
  async forgetSecrets(): Promise<void> {
    await this.dataSource.query('DELETE FROM webhooks.retired_secrets WHERE expires_at <= now()');
  }
}

const PAGE = `
  SELECT account_id AS "accountId", max(id) AS "lastId", bool_and(is_old) AS "isAllOld",
    coalesce(array_agg(id) FILTER (WHERE is_old AND is_done), '{}') AS "oldIds"
  FROM (
    SELECT d.account_id, d.id, d.status <> 'pending' AS is_done, d.created_at < now() - interval '30 days' AS is_old
    FROM webhooks.endpoint_deliveries d
    WHERE d.account_id = (
        SELECT account_id FROM webhooks.endpoint_deliveries WHERE (account_id, id) > ($1, $2) ORDER BY account_id, id LIMIT 1)
      AND (d.account_id, d.id) > ($1, $2)
    ORDER BY d.id LIMIT $3
  ) AS page GROUP BY account_id`;

/** A delivery may have been queued again since its page was read. */
const FORGET = `
  DELETE FROM webhooks.endpoint_deliveries
  WHERE account_id = $1 AND id = ANY ($2::bigint[]) AND status <> 'pending'`;
