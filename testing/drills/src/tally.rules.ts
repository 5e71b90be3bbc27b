import type { CallRecord, TakenSend } from '@chat/faults';

/** What customers got during a drill. */
export interface Tally {
  /** Sends that were acknowledged with 201. */
  readonly acknowledged: number;
  /** How many of these the networks have, once or more often. */
  readonly delivered: number;
  /** Messages that a network has more than once. */
  readonly double: number;
  /** How many calls of all kinds failed, by error code. */
  readonly failed: Readonly<Record<string, number>>;
  /** From the first failing call to the end of the last one, in milliseconds. */
  readonly failingMs: number;
}

/** @param taken all sends that the networks have accepted so far. */
export function tallyOf(calls: readonly CallRecord[], taken: readonly TakenSend[]): Tally {
  const acknowledged = calls.flatMap(({ sentId }) => (sentId === null ? [] : [sentId]));
  const times = new Map<number, number>();
  for (const { reference } of taken) times.set(reference, (times.get(reference) ?? 0) + 1);
  const failing = calls.filter(({ failure }) => failure !== null);
  const failed: Record<string, number> = {};
  for (const { failure } of failing) failed[failure!] = (failed[failure!] ?? 0) + 1;
  const from = Math.min(...failing.map(({ startedAt }) => startedAt));
  const to = Math.max(...failing.map(({ endedAt }) => endedAt));
  return {
    acknowledged: acknowledged.length,
    delivered: acknowledged.filter((id) => times.has(id)).length,
    double: [...times.values()].filter((count) => count > 1).length,
    failed,
    failingMs: failing.length === 0 ? 0 : to - from,
  };
}
