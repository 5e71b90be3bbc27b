import type { Readable } from 'node:stream';

/** The bytes from `start` to `end`, both included, counted from 0. */
export interface ByteRange {
  start: number;
  end: number;
}

/**
 * Where the bytes of media are kept. A blob is written once and never changed; it is there as a whole or not at all,
 * whatever dies on the way. Every driver passes the suite in `testing/describe-blob-store.ts`.
 */
export interface BlobStore {
  /**
   * Stores what the source yields, in bounded memory. When the source fails, nothing is stored.
   * @throws what the source throws.
   */
  write(key: string, source: Readable): Promise<void>;
  /**
   * The bytes of a blob, or a range of them that lies within its size.
   * @returns null when there is no such blob. Destroy the stream to stop early.
   */
  read(key: string, range?: ByteRange): Promise<Readable | null>;
  /** The size in bytes, or null when there is no such blob. */
  size(key: string): Promise<number | null>;
  /** Deletes a blob; one that is absent is deleted already. */
  delete(key: string): Promise<void>;
}
