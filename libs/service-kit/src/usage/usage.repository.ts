import type { DataSource, EntityManager } from 'typeorm';
import type { LimitName } from '@chat/contracts/limits';
import type { LiveCount, RunningSum } from './counted';

/** The usage of one account, as stored. */
export interface UsageRow {
  account_id: number;
  limit_name: LimitName;
  used: number;
  /** Null: the default. */
  max: number | null;
  told: number;
  tellings: number;
}

/** @property isCounting whether rows from before there was this limit are not all counted yet. */
export interface StoredUsage extends Pick<UsageRow, 'used' | 'max'> {
  isCounting: boolean;
}

const COLUMNS = 'account_id, limit_name, used, max, told, tellings';
/** How many changes are added up at once. */
const BATCH_SIZE = 10_000;

/** The tables that count what accounts keep in one service. */
export class UsageRepository {
  constructor(
    private readonly dataSource: DataSource,
    private readonly schema: string,
  ) {}

  /** What is added up and what is not yet are read at one moment. */
  async read(
    accountId: number,
    limit: LimitName,
    manager: EntityManager = this.dataSource.manager,
  ): Promise<StoredUsage> {
    const [row]: [StoredUsage] = await manager.query(
      `SELECT coalesce((SELECT used FROM ${this.schema}.usage WHERE account_id = $1 AND limit_name = $2), 0)
         + coalesce((SELECT sum(change)::bigint FROM ${this.schema}.usage_changes
             WHERE account_id = $1 AND limit_name = $2), 0) AS used,
         (SELECT max FROM ${this.schema}.usage WHERE account_id = $1 AND limit_name = $2) AS max,
         EXISTS (SELECT FROM ${this.schema}.usage_recounts WHERE limit_name = $2) AS "isCounting"`,
      [accountId, limit],
    );
    return row;
  }

  async countLive(
    accountId: number,
    { limit, rows }: LiveCount,
    manager: EntityManager = this.dataSource.manager,
  ): Promise<StoredUsage> {
    const [row]: [StoredUsage] = await manager.query(
      `SELECT (SELECT count(*) ${rows}) AS used, false AS "isCounting",
         (SELECT max FROM ${this.schema}.usage WHERE account_id = $1 AND limit_name = $2) AS max`,
      [accountId, limit],
    );
    return row;
  }

  /** Serializes transactions of an account that add to this limit. */
  async lock(accountId: number, limit: LimitName, manager: EntityManager): Promise<void> {
    await manager.query('SELECT pg_advisory_xact_lock(hashtextextended($1, $2))', [
      `${this.schema}.usage.${limit}`,
      accountId,
    ]);
  }

  /** Serializes transactions that add up. @returns false if another replica is at it. */
  async tryLockSums(manager: EntityManager): Promise<boolean> {
    const [row]: [{ locked: boolean }] = await manager.query(
      'SELECT pg_try_advisory_xact_lock(hashtextextended($1, 0)) AS locked',
      [`${this.schema}.usage`],
    );
    return row.locked;
  }

  async lockSums(manager: EntityManager): Promise<void> {
    await manager.query('SELECT pg_advisory_xact_lock(hashtextextended($1, 0))', [`${this.schema}.usage`]);
  }

  async hasChanges(): Promise<boolean> {
    const rows: unknown[] = await this.dataSource.query(`SELECT FROM ${this.schema}.usage_changes LIMIT 1`);
    return rows.length > 0;
  }

  /** Adds changes up. @returns the rows that changed; whether there may be more changes. */
  async addUp(manager: EntityManager): Promise<{ rows: UsageRow[]; hasMore: boolean }> {
    const rows: (UsageRow & { changes: number })[] = await manager.query(
      `WITH gone AS (
         DELETE FROM ${this.schema}.usage_changes
         WHERE ctid = ANY (ARRAY(SELECT ctid FROM ${this.schema}.usage_changes LIMIT ${BATCH_SIZE}))
         RETURNING account_id, limit_name, change
       )
       INSERT INTO ${this.schema}.usage AS known (account_id, limit_name, used)
       SELECT account_id, limit_name, sum(change) FROM gone GROUP BY 1, 2 ORDER BY 1, 2
       ON CONFLICT ON CONSTRAINT usage_pkey DO UPDATE SET used = known.used + excluded.used
       RETURNING ${COLUMNS}, (SELECT count(*) FROM gone) AS changes`,
    );
    return { rows, hasMore: rows[0]?.changes === BATCH_SIZE };
  }

  /** Counts the rows of an account anew. One statement sees both the rows and the changes that it drops. */
  async recount(
    accountId: number,
    { limit, table, amount = () => '1' }: RunningSum,
    manager: EntityManager,
  ): Promise<UsageRow> {
    const [row]: [UsageRow] = await manager.query(
      `WITH gone AS (
         DELETE FROM ${this.schema}.usage_changes WHERE account_id = $1 AND limit_name = $2
       )
       INSERT INTO ${this.schema}.usage (account_id, limit_name, used)
       SELECT $1, $2, coalesce(sum(${amount('counted')}), 0) FROM ${this.schema}.${table} AS counted
       WHERE account_id = $1
       ON CONFLICT ON CONSTRAINT usage_pkey DO UPDATE SET used = excluded.used RETURNING ${COLUMNS}`,
      [accountId, limit],
    );
    return row;
  }

  /** Returns up to which account the older rows of a limit are counted; null if all are. */
  async recountedUpTo(limit: LimitName, manager: EntityManager): Promise<number | null> {
    const [row]: { after_account_id: number }[] = await manager.query(
      `SELECT after_account_id FROM ${this.schema}.usage_recounts WHERE limit_name = $1`,
      [limit],
    );
    return row?.after_account_id ?? null;
  }

  /** Returns the limits of which rows from before are not all counted yet. */
  async counting(manager: EntityManager = this.dataSource.manager): Promise<LimitName[]> {
    const rows: { limit: LimitName }[] = await manager.query(
      `SELECT limit_name AS limit FROM ${this.schema}.usage_recounts`,
    );
    return rows.map(({ limit }) => limit);
  }

  async hasUnknown({ table, unknown }: RunningSum, manager: EntityManager): Promise<boolean> {
    if (unknown === undefined) return false;
    const rows: unknown[] = await manager.query(
      `SELECT FROM ${this.schema}.${table} WHERE ${unknown} LIMIT 1`,
    );
    return rows.length > 0;
  }

  async accountAfter(
    { table }: RunningSum,
    accountId: number,
    manager: EntityManager,
  ): Promise<number | null> {
    const [row]: { account_id: number }[] = await manager.query(
      `SELECT account_id FROM ${this.schema}.${table} WHERE account_id > $1 ORDER BY account_id LIMIT 1`,
      [accountId],
    );
    return row?.account_id ?? null;
  }

  /** @param accountId up to which account everything is counted; null: all are. */
  async noteRecount(limit: LimitName, accountId: number | null, manager: EntityManager): Promise<void> {
    await (accountId === null
      ? manager.query(`DELETE FROM ${this.schema}.usage_recounts WHERE limit_name = $1`, [limit])
      : manager.query(
          `UPDATE ${this.schema}.usage_recounts SET after_account_id = $2 WHERE limit_name = $1`,
          [limit, accountId],
        ));
  }

  /** @param max null: the default. */
  async setMax(
    accountId: number,
    limit: LimitName,
    max: number | null,
    manager: EntityManager = this.dataSource.manager,
  ): Promise<void> {
    await manager.query(
      `INSERT INTO ${this.schema}.usage (account_id, limit_name, max) VALUES ($1, $2, $3)
       ON CONFLICT ON CONSTRAINT usage_pkey DO UPDATE SET max = excluded.max`,
      [accountId, limit, max],
    );
  }

  /** Notes which percentage counts as announced. @returns how many announcements there were, this one included. */
  async noteTold(
    { account_id, limit_name }: UsageRow,
    told: number,
    manager: EntityManager,
  ): Promise<number> {
    const [[row]]: [[{ tellings: number }], number] = await manager.query(
      `UPDATE ${this.schema}.usage SET told = $3, tellings = tellings + CASE WHEN $3 > told THEN 1 ELSE 0 END
       WHERE account_id = $1 AND limit_name = $2 RETURNING tellings`,
      [account_id, limit_name, told],
    );
    return row.tellings;
  }
}
