import { Injectable } from '@nestjs/common';
import { DataSource, type EntityManager } from 'typeorm';
import type { Counts } from './erasure-job';

export interface ErasureRow {
  id: number;
  erased: Counts;
  requested_at: Date;
  erased_at: Date | null;
  /** The job's last reason, while it is not done. */
  reason: string | null;
}

const JOB = 'erase-person';

/** Records of erasures and their extent, and a person's data in the tables of this service. */
@Injectable()
export class ErasuresRepository {
  constructor(private readonly dataSource: DataSource) {}

  async insert(accountId: number, manager: EntityManager): Promise<number> {
    const [row]: [{ id: number }] = await manager.query(
      'INSERT INTO crm.erasures (account_id) VALUES ($1) RETURNING id',
      [accountId],
    );
    return row.id;
  }

  async find(accountId: number, id: number): Promise<ErasureRow | null> {
    const [row]: ErasureRow[] = await this.dataSource.query(
      `SELECT id, erased, requested_at, erased_at, (
         SELECT reason FROM crm.jobs
         WHERE jobs.account_id = $1 AND type = '${JOB}' AND state IN ('waiting', 'running')
           AND data::json->>'erasureId' = $2::bigint::text LIMIT 1) AS reason
       FROM crm.erasures WHERE account_id = $1 AND id = $2`,
      [accountId, id],
    );
    return row ?? null;
  }

  async finish(accountId: number, id: number, erased: Counts, manager: EntityManager): Promise<void> {
    await manager.query(
      'UPDATE crm.erasures SET erased = $3, erased_at = now() WHERE account_id = $1 AND id = $2',
      [accountId, id, erased],
    );
  }

  /** The current time by the clock on which erasures are based. */
  async now(): Promise<Date> {
    const [row]: [{ now: Date }] = await this.dataSource.query('SELECT now()');
    return row.now;
  }

  /** Deletes data stored under a number besides its contact. @returns how many rows were deleted. */
  async deleteNumber(accountId: number, canonicalPhone: string, manager: EntityManager): Promise<number> {
    let deleted = 0;
    for (const table of ['app_contacts', 'opt_outs']) {
      const [, count]: [unknown, number] = await manager.query(
        `DELETE FROM crm.${table} WHERE account_id = $1 AND canonical_phone = $2`,
        [accountId, canonicalPhone],
      );
      deleted += count;
    }
    return deleted;
  }

  /** Returns all data of a table about a number; only contacts have an id. */
  async record(
    table: 'contacts' | 'app_contacts' | 'opt_outs',
    accountId: number,
    canonicalPhone: string,
  ): Promise<{ id: number } | null> {
    const [row]: { record: { id: number } }[] = await this.dataSource.query(
      `SELECT to_jsonb(t) AS record FROM crm.${table} t WHERE account_id = $1 AND canonical_phone = $2`,
      [accountId, canonicalPhone],
    );
    return row?.record ?? null;
  }
}
