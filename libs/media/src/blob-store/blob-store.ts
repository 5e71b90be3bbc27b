import type { Readable } from 'node:stream';

/** The bytes from `start` to `end`, both included, counted from 0. */
export interface ByteRange {
  start: number;
  end: number;
}

/**
 * Stores the bytes of media. A blob is written once and never changed; it exists completely or not at all, even after a
 * crash. Every driver passes the suite in `testing/describe-blob-store.ts`.
 */
export interface BlobStore {
  /**
   * Stores the bytes of the source, in bounded memory. If the source fails, nothing is stored.
   * @throws the error of the source.
   */
  write(key: string, source: Readable): Promise<void>;
  /**
   * Returns a stream of a blob, or of a range within its size. Destroy the stream to stop early.
   * @returns null if there is no such blob.
   */
  read(key: string, range?: ByteRange): Promise<Readable | null>;
  /** Returns the size in bytes, or null if there is no such blob. */
  size(key: string): Promise<number | null>;
  /** Deletes a blob; also succeeds if there is no such blob. */
  delete(key: string): Promise<void>;
  /** Returns how much of the space for blobs is used; from 1 on, `write` refuses. Null if the store does not know. */
  usedShare(): Promise<number | null>;
}
