import { randomBytes, randomInt } from 'node:crypto';

/** All objects of the provider share one id space, so the first digit of our ids gives the kind. */
const prefixes = { account: '1', number: '2', template: '3', media: '4' } as const;
export type ObjectKind = keyof typeof prefixes;

const RANDOM_DIGITS = 14;

/** Decimal, and small enough for the callbacks that carry it as a JSON number. */
export function newObjectId(kind: ObjectKind): string {
  return prefixes[kind] + String(randomInt(10 ** RANDOM_DIGITS)).padStart(RANDOM_DIGITS, '0');
}

/** Returns the kind of object of an id; null for an id not created here. */
export function kindOfId(id: string): ObjectKind | null {
  if (!/^\d{15}$/.test(id)) return null;
  const kinds = Object.keys(prefixes) as ObjectKind[];
  return kinds.find((kind) => id.startsWith(prefixes[kind])) ?? null;
}

/** Creates an access token in the provider's format. */
export function newAccessToken(): string {
  return `EAA${randomBytes(60).toString('base64url').replaceAll(/[-_]/g, 'Z')}`;
}
