import type { DataSource } from 'typeorm';
import { AppError } from '@chat/errors';
import type { Jobs } from './jobs';

export type JobState = 'waiting' | 'running' | 'done' | 'dead';

/** A job as stored in the table. */
export interface StoredJob {
  id: number;
  accountId: number;
  type: string;
  state: JobState;
  attempts: number;
  dueAt: Date;
  deadline: Date | null;
  reason: string | null;
  traceparent: string;
  createdAt: Date;
  updatedAt: Date;
  /** Null once the job is done. */
  data: object | null;
}

type Row = Omit<StoredJob, 'data'> & { data: string | null };

/** The jobs of one service, for its operators. */
export class StoredJobs {
  constructor(
    private readonly dataSource: DataSource,
    private readonly schema: string,
    private readonly jobs: Jobs,
  ) {}

  /** Returns jobs, oldest first. */
  async list(states: readonly JobState[], afterId: number, limit: number): Promise<StoredJob[]> {
    return this.read('state = ANY ($1) AND id > $2 ORDER BY id LIMIT $3', [states, afterId, limit]);
  }

  /** @throws AppError `not_found` */
  async get(id: number): Promise<StoredJob> {
    const [job] = await this.read('id = $1', [id]);
    if (!job) {
      throw new AppError('not_found', {
        message: `There is no job ${id} here. Those that are done are kept for 3 days, those given up for 30.`,
      });
    }
    return job;
  }

  /**
   * Makes a job due that was given up or is waiting for its next attempt, and resets its attempts and its deadline.
   * @throws AppError `not_found`, or `conflict` if it is running or done, or its type is no longer handled.
   */
  async retry(id: number): Promise<void> {
    const { type, state } = await this.get(id);
    const declared = this.jobs.typeOf(type);
    if (!declared) {
      throw new AppError('conflict', {
        message: `This version of the service has no jobs of the type ${type}, so nothing can do it. The job stays.`,
      });
    }
    const [, changed]: [unknown, number] = await this.dataSource.query(
      `UPDATE ${this.schema}.jobs SET state = 'waiting', attempts = 0, due_at = now(), updated_at = now(),
         deadline = now() + $2::bigint * interval '1 ms'
       WHERE id = $1 AND state IN ('waiting', 'dead')`,
      [id, declared.giveUpAfterMs],
    );
    if (changed === 0) {
      throw new AppError('conflict', { message: `The job ${id} is ${state}. Nothing was changed.` });
    }
    this.jobs.wake();
  }

  private async read(condition: string, values: unknown[]): Promise<StoredJob[]> {
    const rows: Row[] = await this.dataSource.query(
      `SELECT id, account_id AS "accountId", type, state, attempts, due_at AS "dueAt", deadline, reason, traceparent,
         created_at AS "createdAt", updated_at AS "updatedAt", data
       FROM ${this.schema}.jobs WHERE ${condition}`,
      values,
    );
    return rows.map(({ data, ...job }) => ({
      ...job,
      data: data === null ? null : read(data),
    }));
  }
}

/** An operator must see a job whose data is broken, too. */
function read(data: string): object {
  try {
    return JSON.parse(data) as object;
  } catch {
    return { unreadable: data };
  }
}
