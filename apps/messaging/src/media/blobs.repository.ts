import { Injectable } from '@nestjs/common';
import { DataSource, type EntityManager } from 'typeorm';
import { OwnedBlobs } from '@chat/media';

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
export class BlobsRepository extends OwnedBlobs {
  constructor(dataSource: DataSource) {
    super(dataSource, 'messaging.blobs');
  }

  /** Inserted before the first byte is stored, so that every blob has a row. A message takes it over within an hour. */
  async begin(blob: ChannelBlob): Promise<void> {
    await this.insert(blob, '1 hour', 'ON CONFLICT DO NOTHING', this.dataSource.manager);
  }

  /** No message has or will have the blob, so it is deleted soon. */
  async abandon(blob: ChannelBlob, manager: EntityManager): Promise<void> {
    const conflict = 'ON CONFLICT ON CONSTRAINT blobs_pkey DO UPDATE SET due_at = now()';
    await this.insert(blob, '0', conflict, manager);
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
