import type { DataSource, EntityManager } from 'typeorm';
import type { JobType } from './job-type';

/** A job in the hands of one process, for as long as the lease lasts. */
export interface ClaimedJob {
  id: number;
  accountId: number;
  type: string;
  /** JSON. Text, since Postgres refuses some JSON, such as the character NUL. */
  data: string;
  attempts: number;
  claims: number;
  deadline: Date | null;
  traceparent: string;
}

/** Which claim of which job: what a conclusion is fenced by. */
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
   * Claims the job that has been due longest in the next account that has one, of these types only.
   * @param crowded accounts that are passed over.
   * @returns null when no account with a greater id has any.
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

  /** Extends the leases. @returns the ids of the jobs that are still in these hands. */
  async renew(claims: Claim[], leaseMs: number): Promise<Set<number>> {
    const [rows]: [{ id: number }[], number] = await this.dataSource.query(
      `UPDATE ${this.schema}.jobs AS job SET due_at = now() + $3 * interval '1 ms'
       FROM unnest($1::bigint[], $2::integer[]) AS held(id, claims)
       WHERE job.id = held.id AND job.claims = held.claims AND state = 'running'
       RETURNING job.id`,
      [claims.map(({ id }) => id), claims.map(({ claims: count }) => count), leaseMs],
    );
    return new Set(rows.map(({ id }) => id));
  }

  /** Holds the job against another claim until the transaction ends. @returns false when there was one. */
  async hold({ id, claims }: Claim, manager: EntityManager): Promise<boolean> {
    const rows: unknown[] = await manager.query(
      `SELECT FROM ${this.schema}.jobs WHERE id = $1 AND claims = $2 AND state = 'running' FOR UPDATE`,
      [id, claims],
    );
    return rows.length > 0;
  }

  /** The data goes; that the job was done stays to be seen for a while. */
  async finish({ id }: Claim, manager: EntityManager): Promise<void> {
    await manager.query(
      `UPDATE ${this.schema}.jobs SET state = 'done', data = NULL, reason = NULL, updated_at = now() WHERE id = $1`,
      [id],
    );
  }

  /** The job made progress and goes on later, with all its tries before it. */
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

  /** @param pauseMs null: given up. @returns false when the job is in other hands. */
  async fail({ id, claims }: Claim, reason: string, pauseMs: number | null): Promise<boolean> {
    const [, changed]: [unknown, number] = await this.dataSource.query(
      `UPDATE ${this.schema}.jobs SET state = CASE WHEN $4::bigint IS NULL THEN 'dead' ELSE 'waiting' END,
         due_at = now() + coalesce($4, 0) * interval '1 ms', reason = $3, updated_at = now()
       WHERE id = $1 AND claims = $2 AND state = 'running'`,
      [id, claims, reason, pauseMs],
    );
    return changed > 0;
  }

  /** Gives the job back as if it had not been begun. */
  async release({ id, claims }: Claim): Promise<void> {
    await this.dataSource.query(
      `UPDATE ${this.schema}.jobs SET state = 'waiting', due_at = now(), attempts = attempts - 1, updated_at = now()
       WHERE id = $1 AND claims = $2 AND state = 'running'`,
      [id, claims],
    );
  }

  /** Deletes what has been done for 3 days or dead for 30. @returns whether there may be more. */
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
