import type { DataSource, EntityManager } from 'typeorm';

/** A callback to be sent. */
export interface NewCallback {
  accountId: string;
  numberId: string | null;
  field: string;
  value: object;
  delayMs?: number;
}

export interface DueCallback {
  id: number;
  account_id: string;
  field: string;
  value: unknown;
  attempts: number;
  /** Epoch seconds. */
  at: number;
  url: string;
  verify_token: string;
}

interface Fallback {
  callbackUrl: string | null;
  verifyToken: string;
}

export class CallbacksRepository {
  /** @param fields those to which the app is subscribed. */
  constructor(
    private readonly dataSource: DataSource,
    private readonly fields: readonly string[],
  ) {}

  /**
   * Inserts callbacks, dropping those of fields and accounts to which the app is not subscribed, as the provider does. The lists
   * are subqueries, so that the statement is not planned again for each length (ADR 21).
   */
  async add(given: readonly NewCallback[], manager: EntityManager = this.dataSource.manager): Promise<void> {
    const callbacks = given.filter(({ field }) => this.fields.includes(field));
    if (callbacks.length === 0) return;
    await manager.query(
      `INSERT INTO sandbox.cloud_callbacks (account_id, number_id, field, value, due_at)
       SELECT account_id, number_id, field, value, clock_timestamp() + delay * interval '1 millisecond'
       FROM unnest((SELECT $1::text[]), (SELECT $2::text[]), (SELECT $3::text[]), (SELECT $4::json[]), (SELECT $5::float8[]))
         WITH ORDINALITY AS new(account_id, number_id, field, value, delay, position)
       WHERE EXISTS (SELECT FROM sandbox.cloud_accounts WHERE id = account_id AND is_subscribed)
       ORDER BY position`,
      [
        callbacks.map(({ accountId }) => accountId),
        callbacks.map(({ numberId }) => numberId),
        callbacks.map(({ field }) => field),
        callbacks.map(({ value }) => JSON.stringify(value)),
        callbacks.map(({ delayMs = 0 }) => delayMs),
      ],
    );
  }

  /**
   * Returns the due callbacks that have a URL, oldest first: the number's own, else the account's, else the app's.
   * @param busyUrls URLs to skip.
   */
  async due(busyUrls: readonly string[], limit: number, app: Fallback): Promise<DueCallback[]> {
    return this.dataSource.query(
      `SELECT callbacks.id, callbacks.account_id, field, value, attempts,
         floor(extract(epoch FROM callbacks.created_at))::float8 AS at, url,
         CASE WHEN numbers.callback_url IS NOT NULL THEN numbers.callback_verify_token
           WHEN accounts.callback_url IS NOT NULL THEN accounts.callback_verify_token ELSE $4 END AS verify_token
       FROM sandbox.cloud_callbacks AS callbacks
       JOIN sandbox.cloud_accounts AS accounts ON accounts.id = callbacks.account_id
       LEFT JOIN sandbox.cloud_numbers AS numbers ON numbers.id = callbacks.number_id,
       LATERAL (SELECT coalesce(numbers.callback_url, accounts.callback_url, $3) AS url) AS endpoint
       WHERE due_at <= clock_timestamp() AND url IS NOT NULL AND url <> ALL ($1::text[])
       ORDER BY due_at, callbacks.id LIMIT $2`,
      [busyUrls, limit, app.callbackUrl, app.verifyToken],
    );
  }

  /** Milliseconds until the next callback falls due; null when there is none. */
  async nextDueMs(): Promise<number | null> {
    const [row]: [{ wait_ms: number | null }] = await this.dataSource.query(
      `SELECT (extract(epoch FROM min(due_at) - clock_timestamp()) * 1000)::float8 AS wait_ms
       FROM sandbox.cloud_callbacks WHERE due_at > clock_timestamp()`,
    );
    return row.wait_ms;
  }

  async remove(ids: readonly number[]): Promise<void> {
    await this.dataSource.query('DELETE FROM sandbox.cloud_callbacks WHERE id = ANY ($1)', [ids]);
  }

  /** Postpones callbacks by their pause, or drops them when they were tried for too long. */
  async postpone(failed: readonly { id: number; pauseMs: number }[], giveUpMs: number): Promise<void> {
    const ids = failed.map(({ id }) => id);
    await this.dataSource.query(
      `UPDATE sandbox.cloud_callbacks AS callback SET attempts = attempts + 1,
         due_at = clock_timestamp() + pause * interval '1 millisecond'
       FROM unnest($1::bigint[], $2::float8[]) AS failed(id, pause) WHERE callback.id = failed.id`,
      [ids, failed.map(({ pauseMs }) => pauseMs)],
    );
    await this.dataSource.query(
      `DELETE FROM sandbox.cloud_callbacks
       WHERE id = ANY ($1) AND created_at < now() - $2 * interval '1 millisecond'`,
      [ids, giveUpMs],
    );
  }

  /** Number of pending callbacks. */
  async count(): Promise<number> {
    const [row]: [{ count: number }] = await this.dataSource.query(
      'SELECT count(*) AS count FROM sandbox.cloud_callbacks',
    );
    return row.count;
  }
}
