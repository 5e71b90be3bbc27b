import { firstCodePoints } from '../code-points.rules';

/** Ids are truncated to this many code points: senders choose them, and an index cannot hold texts of any length. */
const MAX_ID_LENGTH = 200;

/** Returns an id without NUL characters, which Postgres cannot store, and truncated. */
export function storableId(id: string): string {
  return firstCodePoints(id.replaceAll('\0', ''), MAX_ID_LENGTH);
}
