import { createHash } from 'node:crypto';

/**
 * What makes two requests the same: SHA-256 over the members that define the operation. The order of members and
 * members that are undefined do not matter; the order of lists does.
 * @param defining plain JSON values; put the SHA-256 of a file in its place, and leave its name out.
 */
export function fingerprint(defining: object): Buffer {
  return createHash('sha256')
    .update(JSON.stringify(canonical(defining)))
    .digest();
}

/** Objects become sorted lists of pairs, marked so that a list of pairs is another value. */
function canonical(value: unknown): unknown {
  if (Array.isArray(value)) return ['list', ...value.map(canonical)];
  if (typeof value !== 'object' || value === null) return value;
  const members = Object.entries(value).filter(([, member]) => member !== undefined);
  members.sort(([a], [b]) => (a < b ? -1 : 1));
  return ['object', ...members.map(([name, member]) => [name, canonical(member)])];
}
