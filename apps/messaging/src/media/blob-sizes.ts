import { Inject, Injectable } from '@nestjs/common';
import { BackgroundLoops } from '@chat/bus';
import { BLOB_STORE, type BlobStore } from '@chat/media';
import { BlobsRepository } from './blobs.repository';

const ROUND_MS = 10_000;
/** Each is a call to the store. */
const BATCH_SIZE = 20;

/** Finds out the sizes of blobs whose rows are from a version that wrote none. */
@Injectable()
export class BlobSizes {
  constructor(
    loops: BackgroundLoops,
    @Inject(BLOB_STORE) private readonly store: BlobStore,
    private readonly blobs: BlobsRepository,
  ) {
    loops.add({ name: 'blob-sizes', round: () => this.round(), everyMs: ROUND_MS });
  }

  /** @returns whether there may be more. */
  private async round(): Promise<boolean> {
    const rows = await this.blobs.unsized(BATCH_SIZE);
    if (rows.length === 0) return false;
    // Without bytes, it is awaited or lost.
    const sizes = await Promise.all(
      rows.map(async (row) => ({ ...row, size: (await this.store.size(row.blob)) ?? 0 })),
    );
    await this.blobs.noteSizes(sizes);
    return rows.length === BATCH_SIZE;
  }
}
