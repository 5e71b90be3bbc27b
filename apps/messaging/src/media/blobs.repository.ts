import { Injectable } from '@nestjs/common';
import { DataSource, type EntityManager } from 'typeorm';
import { OwnedBlobs, type BlobRow } from '@chat/media';

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
    await this.insert(blob, { due: '1 hour', onConflict: 'DO NOTHING' }, this.dataSource.manager);
  }

  /** Counts the bytes of a blob as the account's before a message takes it over, which it does within an hour. */
  async reserve(blob: ChannelBlob, size: number, manager: EntityManager): Promise<void> {
    await this.insert(
      blob,
      { due: '1 hour', size, onConflict: 'DO UPDATE SET size = excluded.size' },
      manager,
    );
  }

  /** No message has or will have the blob, so it is deleted soon. */
  async abandon(blob: ChannelBlob, manager: EntityManager): Promise<void> {
    await this.insert(blob, { due: '0', onConflict: 'DO UPDATE SET due_at = now()' }, manager);
  }

  /** Returns blobs of which a version before wrote no size. */
  async unsized(limit: number): Promise<BlobRow[]> {
    return this.dataSource.query(
      'SELECT account_id AS "accountId", blob FROM messaging.blobs WHERE size IS NULL LIMIT $1',
      [limit],
    );
  }

  /** Leaves a size alone that has become known in the meantime. */
  async noteSizes(sizes: readonly (BlobRow & { size: number })[]): Promise<void> {
    await this.dataSource.query(
      `UPDATE messaging.blobs SET size = found.size
       FROM unnest($1::bigint[], $2::text[], $3::bigint[]) AS found(account_id, blob, size)
       WHERE blobs.account_id = found.account_id AND blobs.blob = found.blob AND blobs.size IS NULL`,
      [sizes.map(({ accountId }) => accountId), sizes.map(({ blob }) => blob), sizes.map(({ size }) => size)],
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

  private async insert(
    { accountId, channelId, blob }: ChannelBlob,
    { due, size = 0, onConflict }: { due: string; size?: number; onConflict: string },
    manager: EntityManager,
  ): Promise<void> {
    await manager.query(
      `INSERT INTO messaging.blobs (account_id, channel_id, blob, due_at, size)
       VALUES ($1, $2, $3, now() + $4::interval, $5) ON CONFLICT ON CONSTRAINT blobs_pkey ${onConflict}`,
      [accountId, channelId, blob, due, size],
    );
  }
}
