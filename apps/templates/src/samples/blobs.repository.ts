import { Injectable } from '@nestjs/common';
import { DataSource, type EntityManager } from 'typeorm';

/** A blob that no template uses. */
export interface DueBlob {
  accountId: number;
  blob: string;
}

/** The files of samples, including those that no template uses yet. A blob key begins with its account. */
@Injectable()
export class BlobsRepository {
  constructor(private readonly dataSource: DataSource) {}

  /** Called before the first byte is stored, so that every blob has a row. A template must keep it within 1 hour. */
  async begin(accountId: number, blob: string): Promise<void> {
    await this.dataSource.query(
      `INSERT INTO templates.blobs (account_id, blob, due_at) VALUES ($1, $2, now() + interval '1 hour')
       ON CONFLICT DO NOTHING`,
      [accountId, blob],
    );
  }

  /** Keeps the blob from now on, since a template uses it. */
  async keep(accountId: number, blob: string, manager: EntityManager): Promise<void> {
    await manager.query(
      `INSERT INTO templates.blobs (account_id, blob) VALUES ($1, $2)
       ON CONFLICT ON CONSTRAINT blobs_pkey DO UPDATE SET due_at = NULL`,
      [accountId, blob],
    );
  }

  /** Schedules the deletion of a blob that no template uses any more, once requests that still read it have ended. */
  async abandon(accountId: number, blob: string, manager: EntityManager): Promise<void> {
    await manager.query(
      `UPDATE templates.blobs SET due_at = now() + interval '10 minutes' WHERE account_id = $1 AND blob = $2`,
      [accountId, blob],
    );
  }

  /** Makes a blob that no template is going to use due for deletion. */
  async discard(accountId: number, blob: string): Promise<void> {
    await this.dataSource.query(
      `UPDATE templates.blobs SET due_at = now() WHERE account_id = $1 AND blob = $2`,
      [accountId, blob],
    );
  }

  /** Returns those of the blobs that templates use. */
  async held(blobs: readonly string[]): Promise<string[]> {
    const rows: { blob: string }[] = await this.dataSource.query(
      `SELECT blobs.blob FROM unnest($1::text[]) AS asked(blob)
       JOIN templates.blobs ON account_id = split_part(asked.blob, '/', 1)::bigint AND blobs.blob = asked.blob
       WHERE due_at IS NULL`,
      [blobs],
    );
    return rows.map(({ blob }) => blob);
  }

  /** Returns blobs that are due for deletion, locked until the transaction ends. */
  async takeDue(limit: number, manager: EntityManager): Promise<DueBlob[]> {
    return manager.query(
      `SELECT account_id AS "accountId", blob FROM templates.blobs WHERE due_at <= now()
       ORDER BY due_at LIMIT $1 FOR UPDATE SKIP LOCKED`,
      [limit],
    );
  }

  /** Postpones the deletion by an hour. */
  async postpone(blobs: readonly DueBlob[], manager: EntityManager): Promise<void> {
    await manager.query(
      `UPDATE templates.blobs SET due_at = now() + interval '1 hour'
       FROM unnest($1::bigint[], $2::text[]) AS postponed(account_id, blob)
       WHERE blobs.account_id = postponed.account_id AND blobs.blob = postponed.blob`,
      columnsOf(blobs),
    );
  }

  async end(blobs: readonly DueBlob[], manager: EntityManager): Promise<void> {
    await manager.query(
      `DELETE FROM templates.blobs USING unnest($1::bigint[], $2::text[]) AS ended(account_id, blob)
       WHERE blobs.account_id = ended.account_id AND blobs.blob = ended.blob`,
      columnsOf(blobs),
    );
  }
}

function columnsOf(blobs: readonly DueBlob[]): [accountIds: number[], blobs: string[]] {
  return [blobs.map(({ accountId }) => accountId), blobs.map(({ blob }) => blob)];
}
