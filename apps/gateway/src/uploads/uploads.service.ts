import { randomUUID } from 'node:crypto';
import type { Readable } from 'node:stream';
import { Inject, Injectable } from '@nestjs/common';
import { AccountSlots } from '@chat/flow';
import { BLOB_STORE, blobKey, receiveBlob, type BlobStore, type ReceivedBlob } from '@chat/media';
import { AppError } from '@chat/errors';
import { UploadsRepository, type Upload } from './uploads.repository';

/** The owner of a file. */
export interface Destination {
  accountId: number;
  /** The service that handles the request. */
  service: string;
}

/** How many forms of one account a gateway reads at once. A slow client keeps one for as long as it sends. */
const AT_ONCE = 32;
/** How long a form waits for another of its account to end. */
const WAIT_MS = 5_000;

/** Stores the files of requests. `UploadSweep` deletes those that no service keeps. */
@Injectable()
export class UploadsService {
  private readonly slots = new AccountSlots(AT_ONCE);

  constructor(
    @Inject(BLOB_STORE) private readonly store: BlobStore,
    private readonly uploads: UploadsRepository,
  ) {}

  /** Has a form read. @throws AppError `rate_limit_exceeded` if too many of the account are; it is not read then. */
  inTurn<T>({ accountId }: Destination, read: () => Promise<T>): Promise<T> {
    return this.slots.run(accountId, read, { timeoutMs: WAIT_MS, refusal: tooMany });
  }

  /** @throws BlobTooLargeError, or any error of the source or the store; nothing is stored then, or it is swept later. */
  async receive(
    { accountId, service }: Destination,
    source: Readable,
    maxBytes: number,
  ): Promise<ReceivedBlob> {
    const upload: Upload = { accountId, service, blob: blobKey(accountId, randomUUID(), new Date()) };
    await this.uploads.begin(upload).catch((error: Error) => {
      source.destroy();
      throw error;
    });
    try {
      const received = await receiveBlob(this.store, upload.blob, source, maxBytes);
      if (await this.uploads.complete(upload)) return received;
      throw new AppError('bad_request', {
        message: 'The upload took longer than a day. Send the file again.',
      });
    } catch (error) {
      // The file may be in the store, whatever failed. What cannot be deleted now, the sweep deletes.
      await this.discard(upload, [upload.blob]).catch(() => undefined);
      throw error;
    }
  }

  /** Has the next sweep ask about files of a request that a service has refused. */
  async expire({ accountId }: Destination, blobs: readonly string[]): Promise<void> {
    if (blobs.length > 0) await this.uploads.expire(accountId, blobs);
  }

  /** Deletes files of a request that no service has seen, before the rows that name them. */
  async discard({ accountId, service }: Destination, blobs: readonly string[]): Promise<void> {
    await Promise.all(blobs.map((blob) => this.store.delete(blob)));
    await this.uploads.end(blobs.map((blob) => ({ accountId, service, blob })));
  }
}

function tooMany(): AppError {
  const message = `More than ${AT_ONCE} uploads of this account are under way. Wait for one to end.`;
  return new AppError('rate_limit_exceeded', { message, retry_after: WAIT_MS / 1_000 });
}
