import { Controller, type Type } from '@nestjs/common';
import { DataSource } from 'typeorm';
import { Handles } from '@chat/bus';
import type { InputOf } from '@chat/contracts';
import { loadOperation, type AccountLoad, type Load } from '@chat/contracts/load';

/** How many events and how many jobs are counted at most, the latest first: what a count costs is bounded. */
const MOST = 50_000;

/** Both parts read a range of an index. */
const loadSql = (schema: string) => `
  WITH events AS MATERIALIZED (
    SELECT account_id FROM ${schema}.outbox
    WHERE published_at IS NOT NULL AND published_at >= now() - $1 * interval '1 min'
    ORDER BY published_at DESC LIMIT ${MOST}
  ), jobs AS MATERIALIZED (
    SELECT account_id FROM ${schema}.jobs WHERE state IN ('waiting', 'running') LIMIT ${MOST}
  )
  SELECT account_id, sum(is_event)::int AS events, sum(1 - is_event)::int AS jobs,
    (SELECT count(*) FROM events) = ${MOST} OR (SELECT count(*) FROM jobs) = ${MOST} AS is_cut
  FROM (SELECT account_id, 1 AS is_event FROM events UNION ALL SELECT account_id, 0 FROM jobs) AS work
  GROUP BY account_id`;

/** Returns the controller by which a service tells which accounts cause its load. */
export function accountLoadController(service: string, schema: string): Type {
  const read = loadOperation(service);
  const sql = loadSql(schema);

  @Controller()
  class AccountLoadController {
    constructor(private readonly dataSource: DataSource) {}

    @Handles(read)
    async read({ body }: InputOf<typeof read>): Promise<Load> {
      const rows: (AccountLoad & { is_cut: boolean })[] = await this.dataSource.query(sql, [body.minutes]);
      return {
        accounts: rows.map(({ account_id, events, jobs }) => ({ account_id, events, jobs })),
        is_cut: rows[0]?.is_cut ?? false,
      };
    }
  }
  return AccountLoadController;
}
