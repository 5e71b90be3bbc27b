import { Injectable } from '@nestjs/common';
import { DataSource, type EntityManager } from 'typeorm';
import type { CloudEvent } from '@chat/contracts';
import {
  messageDelivered,
  messageFailed,
  messageRead,
  messageReceived,
  messageSent,
  type CountDimension,
  type MessageCountsQuery,
  type MessageEventData,
} from '@chat/contracts/messaging';
import { countsOf, type CountRange, type HourlyCount } from './message-counts.rules';

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

/** The end of the outbox at a moment. */
export interface Look {
  readonly last: number;
  /** An event before the last one may still be committed, but only by a transaction with a lower number. */
  readonly before: bigint;
}

const COUNTED = [messageReceived, messageSent, messageDelivered, messageRead, messageFailed].map(
  ({ subject }) => subject,
);

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

  /** Returns the end of the outbox; null if all of it is counted. */
  async lookAhead(): Promise<Look | null> {
    const [row]: { last: number }[] = await this.dataSource.query(
      `SELECT last FROM messaging.counting, (SELECT max(id) AS last FROM messaging.outbox) AS outbox WHERE last > counted_to`,
    );
    if (!row) return null;
    const [{ number }]: [{ number: string }] = await this.dataSource.query(
      'SELECT pg_current_xact_id()::text AS number',
    );
    return { last: row.last, before: BigInt(number) };
  }

  /**
   * Counts events of the outbox, at most `limit`, that are not counted yet and not after the last one.
   * @returns the last row that is counted; null if another replica is counting, or if an event may still be added before.
   */
  async advance({ last, before }: Look, limit: number): Promise<number | null> {
    return this.dataSource.transaction(async (manager) => {
      const [state]: { counted_to: number; oldest_running: string }[] = await manager.query(
        // What is lost in a crash is counted again: the counts are lost with it.
        `SELECT counted_to, pg_snapshot_xmin(pg_current_snapshot())::text AS oldest_running,
           set_config('synchronous_commit', 'off', true)
         FROM messaging.counting FOR UPDATE SKIP LOCKED`,
      );
      if (!state || BigInt(state.oldest_running) < before) return null;
      if (state.counted_to >= last) return state.counted_to;
      const rows: { id: number; document: string }[] = await manager.query(
        `SELECT id, document FROM messaging.outbox WHERE id > $1 AND id <= $2 AND subject = ANY ($3)
         ORDER BY id LIMIT $4`,
        [state.counted_to, last, COUNTED, limit],
      );
      const events = rows.map(({ document }) => JSON.parse(document) as CloudEvent<MessageEventData>);
      await this.add(countsOf(events), manager);
      const countedTo = rows.length === limit ? rows.at(-1)!.id : last;
      await manager.query('UPDATE messaging.counting SET counted_to = $1', [countedTo]);
      return countedTo;
    });
  }

  /** Adds to the counts of hours and of days. */
  private async add(counts: readonly HourlyCount[], manager: EntityManager): Promise<void> {
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
