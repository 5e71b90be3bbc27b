import type { EntityManager } from 'typeorm';
import type { BlobStore } from '../blob-store/blob-store';
import { deleteBlobs } from '../blob-store/delete-blobs';
import { BlobRows, type BlobRow } from './blob-rows';

/** Small, since each deletion is a call to the store that keeps a row locked. */
const BATCH_SIZE = 100;

/** The blobs of a service. Rows without `due_at` are in use; the others are deleted at that time. */
export abstract class OwnedBlobs extends BlobRows {
  /** Returns those of the blobs that are in use. A blob's key begins with its account. */
  async held(blobs: readonly string[]): Promise<string[]> {
    const rows: { blob: string }[] = await this.dataSource.query(
      `SELECT blobs.blob FROM unnest($1::text[]) AS asked(blob)
       JOIN ${this.table} AS blobs
         ON account_id = split_part(asked.blob, '/', 1)::bigint AND blobs.blob = asked.blob
       WHERE due_at IS NULL`,
      [blobs],
    );
    return rows.map(({ blob }) => blob);
  }

  /**
   * Deletes some due blobs, each before its row: a crash between the two repeats it.
   * @returns whether there may be more.
   * @throws the error of a blob that cannot be deleted. Its deletion is postponed, so that it does not delay others.
   */
  async sweep(store: BlobStore): Promise<boolean> {
    const { due, error } = await this.dataSource.transaction(async (manager) => {
      const due = await this.takeDue(manager);
      if (due.length === 0) return { due, error: undefined };
      const { deleted, stuck, error } = await deleteBlobs(store, due);
      await this.postpone(stuck, manager);
      await this.end(deleted, manager);
      return { due, error };
    });
    if (error) throw error;
    return due.length > 0;
  }

  /** Returns due blobs, locked until the transaction ends. */
  private async takeDue(manager: EntityManager): Promise<BlobRow[]> {
    return manager.query(
      `SELECT account_id AS "accountId", blob FROM ${this.table} WHERE due_at <= now()
       ORDER BY due_at LIMIT $1 FOR UPDATE SKIP LOCKED`,
      [BATCH_SIZE],
    );
  }
}
