import { Injectable } from '@nestjs/common';
import { DataSource, type EntityManager } from 'typeorm';

/** A blob of a request that no service is known to keep yet. */
export interface Upload {
  accountId: number;
  blob: string;
  service: string;
}

/** The blobs of requests, until it is known whether a service keeps them. */
@Injectable()
export class UploadsRepository {
  constructor(private readonly dataSource: DataSource) {}

  /** Inserted before the first byte is stored, so that every blob has a row. */
  async begin({ accountId, blob, service }: Upload): Promise<void> {
    await this.dataSource.query(
      `INSERT INTO gateway.uploads (account_id, blob, service, due_at)
       VALUES ($1, $2, $3, now() + interval '1 day')`,
      [accountId, blob, service],
    );
  }

  /**
   * Marks an upload as complete. The service receives it within seconds; an hour later it either keeps the blob or
   * never will.
   * @returns false if the upload took so long that it was given up.
   */
  async complete({ accountId, blob }: Upload): Promise<boolean> {
    const [, updated]: [unknown, number] = await this.dataSource.query(
      `UPDATE gateway.uploads SET due_at = now() + interval '1 hour' WHERE account_id = $1 AND blob = $2`,
      [accountId, blob],
    );
    return updated === 1;
  }

  /** Returns due uploads of one service, locked until the transaction ends. */
  async takeDue(limit: number, manager: EntityManager): Promise<Upload[]> {
    return manager.query(
      `SELECT account_id AS "accountId", blob, service FROM gateway.uploads
       WHERE due_at <= now() AND service = (
         SELECT service FROM gateway.uploads WHERE due_at <= now() ORDER BY due_at LIMIT 1)
       ORDER BY due_at LIMIT $1 FOR UPDATE SKIP LOCKED`,
      [limit],
    );
  }

  /** Postpones the next check by an hour. */
  async postpone(uploads: readonly Upload[], manager: EntityManager): Promise<void> {
    await manager.query(
      `UPDATE gateway.uploads SET due_at = now() + interval '1 hour'
       FROM unnest($1::bigint[], $2::text[]) AS due(account_id, blob)
       WHERE uploads.account_id = due.account_id AND uploads.blob = due.blob`,
      columnsOf(uploads),
    );
  }

  async end(uploads: readonly Upload[], manager = this.dataSource.manager): Promise<void> {
    await manager.query(
      `DELETE FROM gateway.uploads USING unnest($1::bigint[], $2::text[]) AS ended(account_id, blob)
       WHERE uploads.account_id = ended.account_id AND uploads.blob = ended.blob`,
      columnsOf(uploads),
    );
  }
}

function columnsOf(uploads: readonly Upload[]): [accountIds: number[], blobs: string[]] {
  return [uploads.map(({ accountId }) => accountId), uploads.map(({ blob }) => blob)];
}
