const KEY = /^\d{1,16}\/\d{4}-\d\d-\d\d\/[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/;

/**
 * Returns the key of a new blob: `account/yyyy-mm-dd/uuid`. The account comes first, so that its blobs can be found and
 * moved together; the day keeps folders small.
 */
export function blobKey(accountId: number, uuid: string, at: Date): string {
  return `${accountId}/${at.toISOString().slice(0, 10)}/${uuid}`;
}

/** Returns whether a text has the shape of a key. Anything else could name a file outside the store. */
export function isBlobKey(text: string): boolean {
  return KEY.test(text);
}

/** The account of a key. */
export function accountOf(key: string): number {
  return Number(key.split('/')[0]);
}
