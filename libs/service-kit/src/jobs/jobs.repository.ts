import type { DataSource, EntityManager } from 'typeorm';
import type { JobType } from './job-type';

/** A job that one process has claimed for the duration of a lease. */
export interface ClaimedJob {
  id: number;
  accountId: number;
  type: string;
  /** JSON, stored as text, since Postgres' JSON types refuse some of it, such as the character NUL. */
  data: string;
  attempts: number;
  claims: number;
  deadline: Date | null;
  traceparent: string;
}

/** One claim of one job; `claims` is the fencing token of its conclusion. */
export type Claim = Pick<ClaimedJob, 'id' | 'claims'>;

interface NewJob {
  accountId: number;
  data: object;
  delayMs: number;
  traceparent: string;
}

const BATCH_SIZE = 1_000;

/** The table `jobs` of one service. */
export class JobsRepository {
  constructor(
    private readonly dataSource: DataSource,
    private readonly schema: string,
  ) {}

  async insert(
    { type, giveUpAfterMs }: JobType<object>,
    { accountId, data, delayMs, traceparent }: NewJob,
    manager: EntityManager,
  ): Promise<void> {
    await manager.query(
      `INSERT INTO ${this.schema}.jobs (account_id, type, data, due_at, deadline, traceparent)
       VALUES ($1, $2, $3, now() + $4 * interval '1 ms', now() + ($4 + $5::bigint) * interval '1 ms', $6)`,
      [accountId, type, JSON.stringify(data), delayMs, giveUpAfterMs, traceparent],
    );
  }

  /**
   * Claims the job of these types that has been due longest in the next account that has one.
   * @param crowded accounts to skip.
   * @returns null if no account with a greater id has a due job.
   */
  async claimAfter(
    accountId: number,
    { types, crowded, leaseMs }: { types: string[]; crowded: number[]; leaseMs: number },
  ): Promise<ClaimedJob | null> {
    const [rows]: [ClaimedJob[], number] = await this.dataSource.query(
      `UPDATE ${this.schema}.jobs SET state = 'running', attempts = attempts + 1, claims = claims + 1,
         due_at = now() + $4 * interval '1 ms', updated_at = now()
       WHERE id = (
         SELECT id FROM ${this.schema}.jobs
         WHERE state IN ('waiting', 'running') AND account_id > $1 AND due_at <= now()
           AND type = ANY ($2) AND account_id <> ALL ($3)
         ORDER BY account_id, due_at LIMIT 1 FOR UPDATE SKIP LOCKED)
       RETURNING id, account_id AS "accountId", type, data, attempts, claims, deadline, traceparent`,
      [accountId, types, crowded, leaseMs],
    );
    return rows[0] ?? null;
  }

  /** Renews the leases of the claims that are still valid. @returns their `claims` by the ids of the jobs. */
  async renew(claims: Claim[], leaseMs: number): Promise<Map<number, number>> {
    const [rows]: [Claim[], number] = await this.dataSource.query(
      `UPDATE ${this.schema}.jobs AS job SET due_at = now() + $3 * interval '1 ms'
       FROM unnest($1::bigint[], $2::integer[]) AS held(id, claims)
       WHERE job.id = held.id AND job.claims = held.claims AND state = 'running'
       RETURNING job.id, job.claims`,
      [claims.map(({ id }) => id), claims.map(({ claims: count }) => count), leaseMs],
    );
    return new Map(rows.map(({ id, claims: count }) => [id, count]));
  }

  /** Locks the job against other claims until the transaction ends. @returns false if this claim is no longer valid. */
  async hold({ id, claims }: Claim, manager: EntityManager): Promise<boolean> {
    const rows: unknown[] = await manager.query(
      `SELECT FROM ${this.schema}.jobs WHERE id = $1 AND claims = $2 AND state = 'running' FOR UPDATE`,
      [id, claims],
    );
    return rows.length > 0;
  }

  /** Marks the job as done and erases its data. The row is kept for 3 days. */
  async finish({ id }: Claim, manager: EntityManager): Promise<void> {
    await manager.query(
      `UPDATE ${this.schema}.jobs SET state = 'done', data = NULL, reason = NULL, updated_at = now() WHERE id = $1`,
      [id],
    );
  }

  /** Queues a job that made progress to continue later, and resets its attempts. */
  async continue(
    { id }: Claim,
    { delayMs, data, giveUpAfterMs }: { delayMs: number; data?: object; giveUpAfterMs: number | null },
    manager: EntityManager,
  ): Promise<void> {
    await manager.query(
      `UPDATE ${this.schema}.jobs SET state = 'waiting', attempts = 0, reason = NULL, updated_at = now(),
         data = coalesce($4, data), due_at = now() + $2 * interval '1 ms', deadline = now() + ($2 + $3::bigint) * interval '1 ms'
       WHERE id = $1`,
      [id, delayMs, giveUpAfterMs, data && JSON.stringify(data)],
    );
  }

  /** Records a failure. @param pauseMs null gives the job up. @returns false if the claim is no longer valid. */
  async fail({ id, claims }: Claim, reason: string, pauseMs: number | null): Promise<boolean> {
    const [, changed]: [unknown, number] = await this.dataSource.query(
      `UPDATE ${this.schema}.jobs SET state = CASE WHEN $4::bigint IS NULL THEN 'dead' ELSE 'waiting' END,
         due_at = now() + coalesce($4, 0) * interval '1 ms', reason = $3, updated_at = now()
       WHERE id = $1 AND claims = $2 AND state = 'running'`,
      [id, claims, reason, pauseMs],
    );
    return changed > 0;
  }

  /** Releases the job as if it had not been started. */
  async release({ id, claims }: Claim): Promise<void> {
    await this.dataSource.query(
      `UPDATE ${this.schema}.jobs SET state = 'waiting', due_at = now(), attempts = attempts - 1, updated_at = now()
       WHERE id = $1 AND claims = $2 AND state = 'running'`,
      [id, claims],
    );
  }

  /** Deletes jobs that have been done for 3 days or dead for 30. @returns whether there may be more. */
  async forgetSome(): Promise<boolean> {
    const [, deleted]: [unknown, number] = await this.dataSource.query(
      `DELETE FROM ${this.schema}.jobs WHERE id = ANY (ARRAY(
         SELECT id FROM ${this.schema}.jobs
         WHERE (state = 'done' AND updated_at < now() - interval '3 days')
           OR (state = 'dead' AND updated_at < now() - interval '30 days')
         LIMIT ${BATCH_SIZE}))`,
    );
    return deleted === BATCH_SIZE;
  }
}
