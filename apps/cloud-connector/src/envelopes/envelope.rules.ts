import type { CallbackField } from '@chat/contracts/cloud-connector';
import { isObject, storableText } from '../provider/answer.rules';

type Json = Record<string, unknown>;

/** One change that a callback reports. */
export interface Change {
  wabaId: string;
  field: string;
  value: Json;
  /** When it happened; null if the provider does not say. */
  at: Date | null;
}

/** A message or status, with the phone number id that it is about. */
export interface OfNumber<T> {
  phoneNumberId: string;
  /** The account at the provider that the change names. */
  wabaId: string;
  item: T;
  /** The people named in the change, as the provider describes them. */
  contacts: Json[];
  /** Whether the change reports nothing else. */
  isAlone: boolean;
}

/**
 * Deeper than anything that the provider sends. Deeper values are dropped, since they could not be serialized again.
 */
const MAX_LEVELS = 32;

/** Returns the changes of a callback in order; malformed ones are skipped. */
export function readChanges(body: string): Change[] {
  const { entry } = parseObject(body);
  return objectsIn(entry).flatMap(({ id, time, changes }) =>
    objectsIn(changes).flatMap(({ field, value }) =>
      typeof field === 'string' && isObject(value)
        ? [{ wabaId: textOf(id), field, value: withinLevels(value, MAX_LEVELS), at: momentOf(time) }]
        : [],
    ),
  );
}

/**
 * Whether a callback holds only statuses, which may be delayed a moment for batching. This checks for member names in
 * the raw text, which costs less than parsing; text by users cannot match, since its quotes are escaped.
 */
export function canWait(body: string): boolean {
  return /"statuses"\s*:/.test(body) && !/"messages"\s*:/.test(body);
}

/** Returns the changes of one field. */
export function changesOf(changes: Change[], field: CallbackField): Change[] {
  return changes.filter((change) => change.field === field);
}

/** Returns the entries of one member of `messages` changes, such as its `statuses`. */
export function entriesOf(changes: Change[], field: CallbackField, member: string): OfNumber<Json>[] {
  return changesOf(changes, field).flatMap(({ wabaId, value }) => {
    const phoneNumberId = isObject(value.metadata) ? textOf(value.metadata.phone_number_id) : '';
    const contacts = objectsIn(value.contacts);
    const items = objectsIn(value[member]);
    return items.map((item) => ({ phoneNumberId, wabaId, item, contacts, isAlone: items.length === 1 }));
  });
}

/** Parses a time of the provider: seconds, as text or number. Returns null if it is invalid. */
export function momentOf(given: unknown): Date | null {
  const seconds = numberOf(given);
  const isSane = Number.isFinite(seconds) && seconds > 0 && seconds < 32_503_680_000;
  return isSane ? new Date(seconds * 1_000) : null;
}

/** Returns the objects of a list; empty if it is no list. */
export function objectsIn(list: unknown): Json[] {
  return Array.isArray(list) ? (list as unknown[]).filter(isObject) : [];
}

/** Converts an id to text, since some come as numbers, and removes what Postgres cannot store. */
export function textOf(value: unknown): string {
  if (typeof value === 'number') return String(value);
  return typeof value === 'string' ? storableText(value) : '';
}

/** Returns the value with objects and lists below that depth replaced by null. */
function withinLevels<T>(value: T, levels: number): T {
  if (typeof value !== 'object' || value === null) return value;
  if (levels === 0) return null as T;
  const within = (member: unknown) => withinLevels(member, levels - 1);
  if (Array.isArray(value)) return (value as unknown[]).map(within) as T;
  return Object.fromEntries(Object.entries(value).map(([name, member]) => [name, within(member)])) as T;
}

/** Converts a number, which may come as text; NaN for anything else. */
export function numberOf(value: unknown): number {
  const isGiven = typeof value === 'number' || (typeof value === 'string' && value.trim() !== '');
  return isGiven ? Number(value) : NaN;
}

function parseObject(text: string): Json {
  try {
    const value: unknown = JSON.parse(text);
    return isObject(value) ? value : {};
  } catch {
    return {};
  }
}
