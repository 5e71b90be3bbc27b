import { Injectable } from '@nestjs/common';
import { DataSource, type EntityManager } from 'typeorm';

/** A callback that is stored but not yet processed. */
export interface StoredCallback {
  id: number;
  /** JSON. */
  body: string;
}

@Injectable()
export class CallbacksRepository {
  constructor(private readonly dataSource: DataSource) {}

  /** Stores callbacks durably, in order. */
  async insert(bodies: string[]): Promise<void> {
    await this.dataSource.query(
      `INSERT INTO cloud_connector.callbacks (body)
       SELECT body FROM unnest($1::text[]) WITH ORDINALITY AS given(body, place) ORDER BY place`,
      [bodies],
    );
  }

  /** Allows only one replica at a time to process callbacks, until the transaction ends, which keeps them in order. */
  async lock(manager: EntityManager): Promise<void> {
    await manager.query(`SELECT pg_advisory_xact_lock(hashtext('cloud_connector.callbacks'))`);
  }

  /**
   * Returns the oldest callbacks, one at least. No body beyond `maxBytes` is read: what waits may be fifty times as long.
   * @returns whether there may be more.
   */
  async oldest(
    { limit, maxBytes }: { limit: number; maxBytes: number },
    manager: EntityManager,
  ): Promise<{ callbacks: StoredCallback[]; isMore: boolean }> {
    const rows: (StoredCallback & { found: number })[] = await manager.query(
      `SELECT id, body, found
       FROM (SELECT id, body, count(*) OVER ()::int AS found, row_number() OVER first AS place,
               sum(octet_length(body)) OVER first AS bytes
             FROM (SELECT id, body FROM cloud_connector.callbacks ORDER BY id LIMIT $1) AS oldest
             WINDOW first AS (ORDER BY id)) AS measured
       WHERE place = 1 OR bytes <= $2
       ORDER BY id`,
      [limit, maxBytes],
    );
    const found = rows[0]?.found ?? 0;
    return { callbacks: rows, isMore: found === limit || rows.length < found };
  }

  /** Whether a callback received before that moment is still unprocessed. */
  async hasOlderThan(moment: Date): Promise<boolean> {
    const [row]: [{ has_older: boolean }] = await this.dataSource.query(
      `SELECT coalesce((SELECT received_at <= $1 FROM cloud_connector.callbacks ORDER BY id LIMIT 1), false) AS has_older`,
      [moment],
    );
    return row.has_older;
  }

  /**
   * The list is a subquery, so that the statement is not planned again for each length (ADR 21).
   * @returns how many of them there were.
   */
  async delete(ids: number[], manager: EntityManager): Promise<number> {
    const [, deleted]: [unknown, number] = await manager.query(
      'DELETE FROM cloud_connector.callbacks WHERE id = ANY ((SELECT $1::bigint[])::bigint[])',
      [ids],
    );
    return deleted;
  }
}
