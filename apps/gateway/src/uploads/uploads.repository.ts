import { Injectable } from '@nestjs/common';
import { DataSource, type EntityManager } from 'typeorm';
import { BlobRows } from '@chat/media';

/** A blob of a request that no service is known to keep yet. */
export interface Upload {
  accountId: number;
  blob: string;
  service: string;
}

/** The blobs of requests, until it is known whether a service keeps them. */
@Injectable()
export class UploadsRepository extends BlobRows {
  constructor(dataSource: DataSource) {
    super(dataSource, 'gateway.uploads');
  }

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

  /** Makes uploads due. */
  async expire(accountId: number, blobs: readonly string[]): Promise<void> {
    await this.dataSource.query(
      'UPDATE gateway.uploads SET due_at = now() WHERE account_id = $1 AND blob = ANY ($2::text[])',
      [accountId, blobs],
    );
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
}
