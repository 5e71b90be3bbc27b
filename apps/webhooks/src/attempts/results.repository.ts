import { Injectable } from '@nestjs/common';
import { DataSource } from 'typeorm';
import type { AttemptResult } from './claimed-delivery';

/** Writes what became of the attempts into their deliveries. */
@Injectable()
export class ResultsRepository {
  constructor(private readonly dataSource: DataSource) {}

  /**
   * Records results, except those whose lease has passed to another process or ended with the delivery. The commit does
   * not wait for the disk: results lost in a crash of Postgres are attempted again when their leases lapse.
   * @returns the results that were recorded.
   */
  async record(results: AttemptResult[]): Promise<AttemptResult[]> {
    const [rows]: [{ id: number }[], number] = await this.dataSource.query(RECORD, [
      plainArray(results.map(({ delivery }) => delivery.accountId)),
      plainArray(results.map(({ delivery }) => delivery.id)),
      plainArray(results.map(({ delivery }) => delivery.lockedUntil)),
      plainArray(results.map(({ verdict }) => verdict.status)),
      plainArray(results.map(({ verdict }) => (verdict.status === 'pending' ? verdict.retryInMs : null))),
      plainArray(results.map(({ responseStatus }) => responseStatus)),
      results.map(({ responseBody }) => responseBody),
      plainArray(results.map(({ error }) => error)),
      plainArray(results.map(({ durationMs }) => durationMs)),
    ]);
    if (rows.length === results.length) return results;
    const recorded = new Set(rows.map(({ id }) => id));
    return results.filter(({ delivery }) => recorded.has(delivery.id));
  }
}

/** Returns a Postgres array literal of numbers, words and times. pg would quote each member, at ten times the cost. */
function plainArray(values: readonly (number | string | null)[]): string {
  return `{${values.map((value) => value ?? 'NULL').join()}}`;
}

/** How many of the latest attempts a delivery's log keeps. */
const LOGGED_ATTEMPTS = 100;

/** The lists are subqueries, so that their varying length does not cause replanning on each call (ADR 21). */
const RECORD = `
  WITH moment AS MATERIALIZED (
    SELECT floor(extract(epoch FROM now()) * 1000) AS ms, set_config('synchronous_commit', 'off', true)
  )
  UPDATE webhooks.endpoint_deliveries d SET
    status = result.status,
    attempts = d.attempts + 1,
    attempt_log = CASE WHEN jsonb_array_length(d.attempt_log) >= ${LOGGED_ATTEMPTS} THEN d.attempt_log - 0
      ELSE coalesce(d.attempt_log, '[]') END || jsonb_build_object(
        'number', d.attempts + 1, 'at', moment.ms,
        'response_status', result.response_status, 'error', result.error, 'duration_ms', result.duration_ms),
    next_attempt_at = now() + result.retry_in_ms * interval '1 millisecond',
    locked_until = NULL,
    response_status = result.response_status,
    response_body = result.response_body,
    error = result.error,
    duration_ms = result.duration_ms,
    delivered_at = CASE WHEN result.status = 'succeeded' THEN now() END,
    updated_at = now()
  FROM moment, unnest((SELECT $1::bigint[]), (SELECT $2::bigint[]), (SELECT $3::timestamptz[]), (SELECT $4::text[]),
      (SELECT $5::float8[]), (SELECT $6::int[]), (SELECT $7::text[]), (SELECT $8::text[]), (SELECT $9::int[]))
    AS result (account_id, id, locked_until, status, retry_in_ms, response_status, response_body, error, duration_ms)
  WHERE d.account_id = result.account_id AND d.id = result.id AND d.locked_until = result.locked_until
  RETURNING d.id`;
