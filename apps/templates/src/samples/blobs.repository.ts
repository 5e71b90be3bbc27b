import { Injectable } from '@nestjs/common';
import { DataSource, type EntityManager } from 'typeorm';
import { OwnedBlobs } from '@chat/media';

/** The files of samples, including those that no template uses yet. A blob key begins with its account. */
@Injectable()
export class BlobsRepository extends OwnedBlobs {
  constructor(dataSource: DataSource) {
    super(dataSource, 'templates.blobs');
  }

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
}
