import { Injectable } from '@nestjs/common';
import { DataSource } from 'typeorm';
import { LONGEST_PAGE, type TimePageRequest } from '@chat/lists';
import type { Moment } from '@chat/service-kit';
import { dayOf } from './request-log.rules';

/** A request that was answered. */
export interface AnsweredRequest {
  readonly account_id: number;
  readonly at: Date;
  readonly request_id: string;
  readonly method: string;
  readonly route: string;
  readonly status: number;
  readonly error: string | null;
  readonly faults: readonly string[];
  readonly credential_type: string;
  readonly credential: string;
  readonly address: string;
  readonly ms: number;
}

export interface RequestRow extends Omit<AnsweredRequest, 'account_id' | 'at' | 'faults'> {
  readonly id: number;
  readonly at: Moment;
  readonly faults: string[];
}

/** Which requests are wanted; absent members do not matter. */
export interface RequestFilter {
  readonly requestId?: string;
  /** From and to, both included. */
  readonly statuses?: readonly [number, number];
  readonly route?: string;
  readonly credential?: string;
  readonly since?: Date;
  readonly until?: Date;
}

const COLUMNS =
  'id, at, request_id, method, route, status, error, faults, credential_type, credential, address, ms';
const DAY_MS = 24 * 60 * 60 * 1000;

/** One partition a day, so that old days go without a trace, at no cost. */
@Injectable()
export class RequestsRepository {
  constructor(private readonly dataSource: DataSource) {}

  async insert(requests: readonly AnsweredRequest[]): Promise<void> {
    await this.dataSource.query(
      `INSERT INTO gateway.requests (account_id, at, request_id, method, route, status, error, faults, credential_type,
         credential, address, ms)
       SELECT account_id, at, request_id, method, route, status, error,
         ARRAY(SELECT jsonb_array_elements_text(faults)), credential_type, credential, address, ms
       FROM jsonb_to_recordset($1::jsonb) AS one (account_id bigint, at timestamptz, request_id text, method text,
         route text, status smallint, error text, faults jsonb, credential_type text, credential text, address text,
         ms integer)`,
      [JSON.stringify(requests)],
    );
  }

  /** Creates the partition of a day. Its name is its date, so several replicas make one. */
  async addDay(day: Date): Promise<void> {
    const start = new Date(Math.floor(day.getTime() / DAY_MS) * DAY_MS);
    const end = new Date(start.getTime() + DAY_MS);
    await this.alone(
      `CREATE TABLE IF NOT EXISTS gateway.requests_${dayOf(start)} PARTITION OF gateway.requests
       FOR VALUES FROM ('${start.toISOString()}') TO ('${end.toISOString()}')`,
    );
  }

  /** Drops the days before this one. */
  async dropBefore(day: Date): Promise<void> {
    const found: { name: string }[] = await this.dataSource.query(
      `SELECT c.relname AS name FROM pg_inherits i JOIN pg_class c ON c.oid = i.inhrelid
       WHERE i.inhparent = 'gateway.requests'::regclass ORDER BY c.relname`,
    );
    const first = `requests_${dayOf(day)}`;
    for (const { name } of found.filter((partition) => partition.name < first))
      await this.alone(`DROP TABLE IF EXISTS gateway.${name}`);
  }

  /** Returns a page plus one, newest first. */
  page(
    accountId: number,
    { requestId, statuses, route, credential, since, until }: RequestFilter,
    { perPage, offset, before }: TimePageRequest,
  ): Promise<RequestRow[]> {
    const values: unknown[] = [accountId, perPage + 1];
    const place = (value: unknown) => `$${values.push(value)}`;
    const conditions = [
      'account_id = $1',
      requestId !== undefined && `request_id = ${place(requestId)}`,
      statuses !== undefined && `status BETWEEN ${place(statuses[0])} AND ${place(statuses[1])}`,
      route !== undefined && `route = ${place(route)}`,
      credential !== undefined && `credential = ${place(credential)}`,
      since !== undefined && `at >= ${place(since)}`,
      until !== undefined && `at < ${place(until)}`,
      before !== null && `(at, id) < (${place(before.at)}, ${place(before.id)})`,
    ].filter((condition) => condition !== false);
    return this.dataSource.query(
      `SELECT ${COLUMNS} FROM (
         SELECT ${COLUMNS} FROM gateway.requests WHERE ${conditions.join(' AND ')}
         ORDER BY at DESC, id DESC LIMIT ${LONGEST_PAGE} ${offset > 0 ? `OFFSET ${place(offset)}` : ''}) AS newest
       ORDER BY at DESC, id DESC LIMIT $2`,
      values,
    );
  }

  /** Changes the table's partitions, one replica at a time. It waits for readers briefly, and they for it. */
  private async alone(statement: string): Promise<void> {
    await this.dataSource.transaction(async (manager) => {
      await manager.query("SELECT pg_advisory_xact_lock(hashtext('gateway.requests'))");
      await manager.query("SET LOCAL lock_timeout = '3s'");
      await manager.query(statement);
    });
  }
}
