import type { CallbackField } from '@chat/contracts/cloud-connector';
import { isObject, storableText } from '../provider/answer.rules';

type Json = Record<string, unknown>;

/** One change that a callback reports. */
export interface Change {
  wabaId: string;
  field: string;
  value: Json;
  /** When it happened; null where the provider does not say. */
  at: Date | null;
}

/** A message or status, and the number of ours that it is about. */
export interface OfNumber<T> {
  phoneNumberId: string;
  item: T;
  /** The people whom the change names, as the provider describes them. */
  contacts: Json[];
}

/** The changes of a callback in their order; what is none is left out. */
export function readChanges(body: string): Change[] {
  const { entry } = parseObject(body);
  return objectsIn(entry).flatMap(({ id, time, changes }) =>
    objectsIn(changes).flatMap(({ field, value }) =>
      typeof field === 'string' && isObject(value)
        ? [{ wabaId: textOf(id), field, value, at: momentOf(time) }]
        : [],
    ),
  );
}

/**
 * Whether a callback reports only how messages fare, which may wait a moment for company. It is a guess by the members that
 * the text has, which costs less than to parse it; a text that somebody wrote cannot look like one, since its quotes are escaped.
 */
export function canWait(body: string): boolean {
  return /"statuses"\s*:/.test(body) && !/"messages"\s*:/.test(body);
}

/** The changes of one field. */
export function changesOf(changes: Change[], field: CallbackField): Change[] {
  return changes.filter((change) => change.field === field);
}

/** The entries of one member of `messages` changes, such as its `statuses`. */
export function entriesOf(changes: Change[], field: CallbackField, member: string): OfNumber<Json>[] {
  return changesOf(changes, field).flatMap(({ value }) => {
    const phoneNumberId = isObject(value.metadata) ? textOf(value.metadata.phone_number_id) : '';
    const contacts = objectsIn(value.contacts);
    return objectsIn(value[member]).map((item) => ({ phoneNumberId, item, contacts }));
  });
}

/** A moment as the provider writes it: seconds, as text or number. Null when it is none. */
export function momentOf(given: unknown): Date | null {
  const seconds = Number(typeof given === 'string' || typeof given === 'number' ? given : NaN);
  const isSane = Number.isFinite(seconds) && seconds > 0 && seconds < 32_503_680_000;
  return isSane ? new Date(seconds * 1_000) : null;
}

/** The objects of a list; none when it is no list. */
export function objectsIn(list: unknown): Json[] {
  return Array.isArray(list) ? (list as unknown[]).filter(isObject) : [];
}

/** Ids are texts, and sometimes numbers. What Postgres cannot hold is left out of them. */
export function textOf(value: unknown): string {
  if (typeof value === 'number') return String(value);
  return typeof value === 'string' ? storableText(value) : '';
}

function parseObject(text: string): Json {
  try {
    const value: unknown = JSON.parse(text);
    return isObject(value) ? value : {};
  } catch {
    return {};
  }
}
