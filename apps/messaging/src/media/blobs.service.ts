import { randomUUID } from 'node:crypto';
import type { Readable } from 'node:stream';
import { Inject, Injectable } from '@nestjs/common';
import type { EntityManager } from 'typeorm';
import { BLOB_STORE, blobKey, receiveBlob, type BlobStore, type ReceivedBlob } from '@chat/media';
import { BackgroundLoops } from '@chat/bus';
import { Usage } from '@chat/service-kit';
import { Space } from '../space/space';
import { BlobsRepository, type ChannelBlob } from './blobs.repository';

const SWEEP_MS = 5_000;
/** Each deletion is a call to the store, with a row locked meanwhile. */
const BATCH_SIZE = 100;

/** The files of messages, from upload to deletion. */
@Injectable()
export class BlobsService {
  constructor(
    @Inject(BLOB_STORE) private readonly store: BlobStore,
    private readonly blobs: BlobsRepository,
    private readonly usage: Usage,
    private readonly space: Space,
    loops: BackgroundLoops,
  ) {
    loops.add({ name: 'blob-sweep', round: () => this.blobs.sweep(this.store), everyMs: SWEEP_MS });
  }

  /**
   * Stores a file that belongs to no message yet. It is deleted unless a message takes it over within an hour.
   * @throws BlobTooLargeError, or any error of the source or the store; nothing is stored then, or it is swept later.
   */
  async receive(
    { accountId, channelId }: Omit<ChannelBlob, 'blob'>,
    source: Readable,
    maxBytes: number,
  ): Promise<ReceivedBlob> {
    const blob = { accountId, channelId, blob: blobKey(accountId, randomUUID(), new Date()) };
    try {
      await this.blobs.begin(blob);
      return await receiveBlob(this.store, blob.blob, source, maxBytes);
    } catch (error) {
      source.destroy();
      // The file may be in the store, whatever failed. What cannot be deleted now, the sweep deletes.
      await this.discard(blob).catch(() => undefined);
      throw error;
    }
  }

  /**
   * Called before a file is fetched.
   * @throws AppError `limit_reached` if the account may keep no more bytes; `service_unavailable` if the installation may not.
   */
  async requireRoom(accountId: number): Promise<void> {
    this.space.requireForFiles();
    const refusal = await this.usage.refusalOf({ accountId, limit: 'media_bytes', amount: 1 });
    if (refusal) throw refusal;
  }

  /**
   * Near the limit of the account, the bytes of a file count before its message has it.
   * @throws AppError as `requireRoom` does.
   */
  async reserve(blob: ChannelBlob, size: number): Promise<void> {
    this.space.requireForFiles();
    const addition = { accountId: blob.accountId, limit: 'media_bytes', amount: size } as const;
    if (await this.usage.isFar(addition)) return;
    await this.usage.add(null, addition, ({ manager }) => this.blobs.reserve(blob, size, manager));
  }

  /** Discards a file that no message will have, before the row that names it. */
  async discard(blob: ChannelBlob): Promise<void> {
    await this.store.delete(blob.blob);
    await this.blobs.end([blob]);
  }

  /** Deletes some blobs of a deleted channel. A crash only repeats the batch. @returns how many were deleted. */
  async purgeSome(
    accountId: number,
    channelId: number,
    limit: number,
    manager: EntityManager,
  ): Promise<number> {
    const some = Math.min(limit, BATCH_SIZE);
    return this.delete(await this.blobs.takeOfChannel(accountId, channelId, some, manager), manager);
  }

  /**
   * Deletes blobs before the rows that name them, so that a crash midway repeats it.
   * @returns how many were deleted.
   */
  async delete(blobs: ChannelBlob[], manager: EntityManager): Promise<number> {
    await Promise.all(blobs.map(({ blob }) => this.store.delete(blob)));
    if (blobs.length > 0) await this.blobs.end(blobs, manager);
    return blobs.length;
  }
}
