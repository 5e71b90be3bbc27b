import { createHash } from 'node:crypto';

/**
 * Returns the SHA-256 over the members that define an operation; requests with the same one are the same. The order of
 * members and undefined members do not matter; the order of lists does.
 * @param defining plain JSON values; replace a file by its SHA-256, and omit its name.
 */
export function fingerprint(defining: object): Buffer {
  return createHash('sha256')
    .update(JSON.stringify(canonical(defining)))
    .digest();
}

/** Converts objects to sorted lists of pairs, marked so that an actual list of pairs is a different value. */
function canonical(value: unknown): unknown {
  if (Array.isArray(value)) return ['list', ...value.map(canonical)];
  if (typeof value !== 'object' || value === null) return value;
  const members = Object.entries(value).filter(([, member]) => member !== undefined);
  members.sort(([a], [b]) => (a < b ? -1 : 1));
  return ['object', ...members.map(([name, member]) => [name, canonical(member)])];
}
