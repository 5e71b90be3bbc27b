import type { BlobStore } from './blob-store';

/** The outcome of deleting blobs, as the rows that name them. */
export interface Deletion<Row> {
  deleted: Row[];
  /** The rows whose blobs could not be deleted. */
  stuck: Row[];
  /** The error of the first of them, if any. */
  error: Error | undefined;
}

/** Deletes the blobs of these rows. If one cannot be deleted, the others still are. */
export async function deleteBlobs<Row extends { blob: string }>(
  store: BlobStore,
  rows: readonly Row[],
): Promise<Deletion<Row>> {
  const errors = await Promise.all(
    rows.map(({ blob }) =>
      store.delete(blob).then(
        () => undefined,
        (error: Error) => error,
      ),
    ),
  );
  return {
    deleted: rows.filter((_, index) => !errors[index]),
    stuck: rows.filter((_, index) => errors[index]),
    error: errors.find((error) => error),
  };
}
