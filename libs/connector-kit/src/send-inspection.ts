import type { DataSource } from 'typeorm';
import {
  toMessageError,
  type ChannelTraffic,
  type InspectedSend,
  type Traffic,
} from '@chat/contracts/connector';
import type { ErrorBody } from '@chat/errors';
import { toTimestamp, toNullableTimestamp } from '@chat/service-kit';
import { codesOf } from '@chat/telemetry';
import type { SendRow } from './send-record';

/** The maximum of sends and of arrivals that are counted, the latest first, which bounds the cost. */
const MOST = 50_000;

interface TrafficRow extends Pick<
  ChannelTraffic,
  'account_id' | 'channel_id' | 'sends' | 'refused' | 'unknown' | 'received'
> {
  last_error: ErrorBody | null;
  last_refused_at: Date | null;
  is_cut: boolean;
}

/** Both parts read a range of an index. */
const trafficSql = (schema: string) => `
  WITH sends AS MATERIALIZED (
    SELECT account_id, channel_id, state, error, updated_at FROM ${schema}.sends
    WHERE created_at >= now() - $1 * interval '1 min' ORDER BY created_at DESC LIMIT ${MOST}
  ), received AS MATERIALIZED (
    SELECT account_id, channel_id FROM ${schema}.received
    WHERE received_at >= now() - $1 * interval '1 min' ORDER BY received_at DESC LIMIT ${MOST}
  ), passed AS (
    SELECT account_id, channel_id, state, error, updated_at FROM sends
    UNION ALL
    SELECT account_id, channel_id, 'received', NULL, NULL FROM received
  )
  SELECT account_id, channel_id,
    (count(*) FILTER (WHERE state <> 'received'))::int AS sends,
    (count(*) FILTER (WHERE state = 'refused'))::int AS refused,
    (count(*) FILTER (WHERE state = 'unknown'))::int AS unknown,
    (count(*) FILTER (WHERE state = 'received'))::int AS received,
    (array_agg(error ORDER BY updated_at DESC) FILTER (WHERE state = 'refused'))[1] AS last_error,
    max(updated_at) FILTER (WHERE state = 'refused') AS last_refused_at,
    (SELECT count(*) FROM sends) = ${MOST} OR (SELECT count(*) FROM received) = ${MOST} AS is_cut
  FROM passed GROUP BY account_id, channel_id`;

/** A connector's records, for operators. */
export class SendInspection {
  constructor(
    private readonly dataSource: DataSource,
    private readonly schema: string,
  ) {}

  /** The record of one hand-over. */
  async inspect(accountId: number, messageId: number): Promise<InspectedSend> {
    const [row]: (Pick<SendRow, 'state' | 'error'> & { created_at: Date; updated_at: Date })[] =
      await this.dataSource.query(
        `SELECT state, error, created_at, updated_at FROM ${this.schema}.sends
         WHERE account_id = $1 AND message_id = $2`,
        [accountId, messageId],
      );
    if (!row) return { state: 'none', error: null, reason: null, begun_at: null, updated_at: null };
    return {
      state: row.state,
      error: row.error && toMessageError(row.error),
      reason: row.error?.reason ?? null,
      begun_at: toTimestamp(row.created_at),
      updated_at: toTimestamp(row.updated_at),
    };
  }

  /** The sends and arrivals of each channel in the last minutes. */
  async traffic(minutes: number): Promise<Traffic> {
    const rows: TrafficRow[] = await this.dataSource.query(trafficSql(this.schema), [minutes]);
    return { channels: rows.map(toChannelTraffic), is_cut: rows[0]?.is_cut ?? false };
  }
}

function toChannelTraffic({ last_error, last_refused_at, is_cut: _, ...counts }: TrafficRow): ChannelTraffic {
  const codes = last_error ? codesOf(toMessageError(last_error)) : {};
  return {
    ...counts,
    last_code: codes.code ?? null,
    last_provider_code: codes.providerCode ?? null,
    last_refused_at: toNullableTimestamp(last_refused_at),
  };
}
