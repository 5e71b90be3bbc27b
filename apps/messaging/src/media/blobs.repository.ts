import { Injectable } from '@nestjs/common';
import { DataSource, type EntityManager } from 'typeorm';

/** Identifies a blob of a channel. */
export interface ChannelBlob {
  accountId: number;
  channelId: number;
  blob: string;
}

/**
 * The blobs of messages, and blobs that have no message yet. The statement that appends a message takes over its blob.
 */
@Injectable()
export class BlobsRepository {
  constructor(private readonly dataSource: DataSource) {}

  /** Inserted before the first byte is stored, so that every blob has a row. A message takes it over within an hour. */
  async begin(blob: ChannelBlob): Promise<void> {
    await this.insert(blob, '1 hour', 'ON CONFLICT DO NOTHING', this.dataSource.manager);
  }

  /** No message has or will have the blob, so it is deleted soon. */
  async abandon(blob: ChannelBlob, manager: EntityManager): Promise<void> {
    const conflict = 'ON CONFLICT ON CONSTRAINT blobs_pkey DO UPDATE SET due_at = now()';
    await this.insert(blob, '0', conflict, manager);
  }

  /** Returns those of the blobs that belong to messages. A key begins with its account. */
  async held(blobs: readonly string[]): Promise<string[]> {
    const rows: { blob: string }[] = await this.dataSource.query(
      `SELECT blobs.blob FROM unnest($1::text[]) AS asked(blob)
       JOIN messaging.blobs ON account_id = split_part(asked.blob, '/', 1)::bigint AND blobs.blob = asked.blob
       WHERE due_at IS NULL`,
      [blobs],
    );
    return rows.map(({ blob }) => blob);
  }

  /** Returns due blobs, locked until the transaction ends. */
  async takeDue(limit: number, manager: EntityManager): Promise<ChannelBlob[]> {
    return manager.query(
      `SELECT account_id AS "accountId", channel_id AS "channelId", blob FROM messaging.blobs
       WHERE due_at <= now() ORDER BY due_at LIMIT $1 FOR UPDATE SKIP LOCKED`,
      [limit],
    );
  }

  /** Returns blobs of one channel, locked until the transaction ends. */
  async takeOfChannel(
    accountId: number,
    channelId: number,
    limit: number,
    manager: EntityManager,
  ): Promise<ChannelBlob[]> {
    return manager.query(
      `SELECT account_id AS "accountId", channel_id AS "channelId", blob FROM messaging.blobs
       WHERE account_id = $1 AND channel_id = $2 LIMIT $3 FOR UPDATE`,
      [accountId, channelId, limit],
    );
  }

  /** Postpones the deletion by an hour. */
  async postpone(blobs: readonly ChannelBlob[], manager: EntityManager): Promise<void> {
    await manager.query(
      `UPDATE messaging.blobs SET due_at = now() + interval '1 hour'
       FROM unnest($1::bigint[], $2::text[]) AS postponed(account_id, blob)
       WHERE blobs.account_id = postponed.account_id AND blobs.blob = postponed.blob`,
      columnsOf(blobs),
    );
  }

  async end(blobs: readonly ChannelBlob[], manager = this.dataSource.manager): Promise<void> {
    await manager.query(
      `DELETE FROM messaging.blobs USING unnest($1::bigint[], $2::text[]) AS ended(account_id, blob)
       WHERE blobs.account_id = ended.account_id AND blobs.blob = ended.blob`,
      columnsOf(blobs),
    );
  }

  private async insert(
    { accountId, channelId, blob }: ChannelBlob,
    due: string,
    conflict: string,
    manager: EntityManager,
  ): Promise<void> {
    await manager.query(
      `INSERT INTO messaging.blobs (account_id, channel_id, blob, due_at)
       VALUES ($1, $2, $3, now() + $4::interval) ${conflict}`,
      [accountId, channelId, blob, due],
    );
  }
}

function columnsOf(blobs: readonly ChannelBlob[]): [accountIds: number[], blobs: string[]] {
  return [blobs.map(({ accountId }) => accountId), blobs.map(({ blob }) => blob)];
}
