import type { Finding } from './finding';

/** A client's attempt to set the value of a record; null deletes it. */
export interface Change {
  readonly value: string | null;
  /** `unknown`: the client does not know whether it took effect. `refused`: it certainly did not. */
  readonly outcome: 'done' | 'unknown' | 'refused';
}

/** A client's changes to a record, in order. */
export interface RecordHistory {
  readonly key: string;
  readonly changes: readonly Change[];
}

/**
 * Every record must have the value acknowledged last, or one with an unknown outcome, since such a change may take
 * effect after later ones.
 * @param stored the values by key.
 */
export function judgeRecords(
  histories: readonly RecordHistory[],
  stored: ReadonlyMap<string, string>,
): Finding[] {
  return histories.flatMap(({ key, changes }): Finding[] => {
    const value = stored.get(key) ?? null;
    if (possibleValues(changes).has(value)) return [];
    const wasDone = changes.some((change) => change.value === value && change.outcome === 'done');
    if (value === null || wasDone)
      return [{ kind: 'lost', what: `what was acknowledged of ${key} is not stored` }];
    return [{ kind: 'wrong', what: `${key} has a value that nobody gave it, or whose change was refused` }];
  });
}

function possibleValues(changes: readonly Change[]): Set<string | null> {
  const lastDone = changes.findLast(({ outcome }) => outcome === 'done');
  const unknown = changes.filter(({ outcome }) => outcome === 'unknown');
  return new Set([lastDone?.value ?? null, ...unknown.map(({ value }) => value)]);
}
