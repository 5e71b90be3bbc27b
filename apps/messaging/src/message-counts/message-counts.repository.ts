import { Injectable } from '@nestjs/common';
import { DataSource, type EntityManager } from 'typeorm';
import type { CountDimension, MessageCountsQuery } from '@chat/contracts/messaging';
import type { CountRange, HourlyCount } from './message-counts.rules';

/** A count with the dimensions that were asked for. */
export interface CountRow {
  readonly start: string;
  readonly chat_account_id?: number;
  readonly direction?: 'inbound' | 'outbound';
  readonly type?: string;
  readonly status?: string;
  readonly pricing_category?: string;
  readonly count: number;
}

/** The most counts of one answer. */
export const MOST_COUNTS = 10_000;

const tables = { hour: 'hourly_counts', day: 'daily_counts' } as const;
const columns: Readonly<Record<CountDimension, string>> = {
  chat_account_id: 'channel_id',
  direction: 'direction',
  type: 'kind',
  status: 'status',
  pricing_category: 'category',
};

@Injectable()
export class MessageCountsRepository {
  constructor(private readonly dataSource: DataSource) {}

  /** When counting began. */
  async since(): Promise<Date> {
    const [row]: [{ since: Date }] = await this.dataSource.query('SELECT since FROM messaging.counting');
    return row.since;
  }

  /** Adds to the counts of hours and of days. */
  async add(counts: readonly HourlyCount[], manager: EntityManager): Promise<void> {
    if (counts.length === 0) return;
    await manager.query(
      `WITH given AS MATERIALIZED (
         SELECT * FROM jsonb_to_recordset($1::jsonb) AS one (account_id bigint, hour timestamptz, channel_id bigint,
           direction text, kind text, status text, category text, count bigint)),
       hours AS (
         INSERT INTO messaging.hourly_counts AS known
           (account_id, start, channel_id, direction, kind, status, category, count)
         SELECT account_id, hour, channel_id, direction, kind, status, category, count FROM given
         ORDER BY 1, 2, 3, 4, 5, 6, 7
         ON CONFLICT ON CONSTRAINT hourly_counts_pkey DO UPDATE SET count = known.count + excluded.count)
       INSERT INTO messaging.daily_counts AS known
         (account_id, start, channel_id, direction, kind, status, category, count)
       SELECT account_id, date_trunc('day', hour, 'UTC'), channel_id, direction, kind, status, category, sum(count)
       FROM given GROUP BY 1, 2, 3, 4, 5, 6, 7 ORDER BY 1, 2, 3, 4, 5, 6, 7
       ON CONFLICT ON CONSTRAINT daily_counts_pkey DO UPDATE SET count = known.count + excluded.count`,
      [JSON.stringify(counts)],
    );
  }

  /** Returns counts in order of time, one more than `MOST_COUNTS` if there are too many. */
  async read(
    accountId: number,
    { granularity, from, to, groupBy }: CountRange,
    filter: Pick<MessageCountsQuery, 'chat_account_id' | 'direction' | 'type' | 'status'>,
  ): Promise<CountRow[]> {
    const values: unknown[] = [accountId, from, to];
    const place = (value: unknown) => `$${values.push(value)}`;
    const conditions = Object.entries(filter).flatMap(([name, value]) =>
      value === undefined ? [] : [`AND ${columns[name as CountDimension]} = ${place(value)}`],
    );
    const grouped = groupBy.map((name) => `${columns[name]} AS ${name}`);
    const keys = ['start', ...groupBy.map((name) => columns[name])].join(', ');
    return this.dataSource.query(
      `SELECT ${['start::text', ...grouped].join(', ')}, sum(count)::bigint AS count FROM messaging.${tables[granularity]}
       WHERE account_id = $1 AND start >= $2 AND start < $3 ${conditions.join(' ')}
       GROUP BY ${keys} ORDER BY ${keys} LIMIT ${MOST_COUNTS + 1}`,
      values,
    );
  }

  /** Deletes counts of hours that are long over; those of days stay. @returns how many. */
  async deleteHours(days: number, limit: number): Promise<number> {
    const rows: unknown[] = await this.dataSource.query(
      `WITH over AS MATERIALIZED (
         SELECT account_id, start, channel_id, direction, kind, status, category FROM messaging.hourly_counts
         WHERE start < now() - make_interval(days => $1) ORDER BY start LIMIT $2 FOR UPDATE SKIP LOCKED),
       done AS (DELETE FROM messaging.hourly_counts h USING over
                WHERE (h.account_id, h.start, h.channel_id, h.direction, h.kind, h.status, h.category) =
                  (over.account_id, over.start, over.channel_id, over.direction, over.kind, over.status, over.category)
                RETURNING 1)
       SELECT 1 FROM done`,
      [days, limit],
    );
    return rows.length;
  }
}
