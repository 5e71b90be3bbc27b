import type { DataSource, EntityManager } from 'typeorm';

/** Identifies a row of a table of blobs. */
export interface BlobRow {
  accountId: number;
  blob: string;
}

/**
 * A table of blobs by `account_id` and `blob`. A blob has its row before its first byte is written and until after its deletion.
 * `due_at` is the time of the next check.
 */
export abstract class BlobRows {
  /** @param table its name with the schema, such as `messaging.blobs`. */
  constructor(
    protected readonly dataSource: DataSource,
    protected readonly table: string,
  ) {}

  /** Postpones the next check by an hour. */
  async postpone(rows: readonly BlobRow[], manager: EntityManager): Promise<void> {
    await manager.query(
      `UPDATE ${this.table} AS blobs SET due_at = now() + interval '1 hour'
       FROM unnest($1::bigint[], $2::text[]) AS postponed(account_id, blob)
       WHERE blobs.account_id = postponed.account_id AND blobs.blob = postponed.blob`,
      columnsOf(rows),
    );
  }

  async end(rows: readonly BlobRow[], manager = this.dataSource.manager): Promise<void> {
    await manager.query(
      `DELETE FROM ${this.table} AS blobs USING unnest($1::bigint[], $2::text[]) AS ended(account_id, blob)
       WHERE blobs.account_id = ended.account_id AND blobs.blob = ended.blob`,
      columnsOf(rows),
    );
  }
}

function columnsOf(rows: readonly BlobRow[]): [accountIds: number[], blobs: string[]] {
  return [rows.map(({ accountId }) => accountId), rows.map(({ blob }) => blob)];
}
