import type { Outcome } from './outcome.rules';
import { RecentFailures } from './recent-failures';

const LEASE_MS = 1_000;

const outcome = (webhookId: number, hasSuccess: boolean) => ({ webhookId, hasSuccess }) as Outcome;

describe('an endpoint that failed', () => {
  it.each<[string, [Outcome[], number][], boolean]>([
    ['is remembered', [[[outcome(1, false)], 0]], true],
    [
      'until a success is written',
      [
        [[outcome(1, false)], 0],
        [[outcome(1, true)], 1],
      ],
      false,
    ],
    [
      'or until nothing can be under way that was claimed before',
      [
        [[outcome(1, false)], 0],
        [[outcome(2, false)], LEASE_MS],
      ],
      false,
    ],
    [
      'which begins anew with each failure',
      [
        [[outcome(1, false)], 0],
        [[outcome(1, false)], 1],
        [[outcome(2, false)], LEASE_MS],
      ],
      true,
    ],
  ])('%s', (_, written, expected) => {
    const failures = new RecentFailures(LEASE_MS);
    for (const [outcomes, atMs] of written) failures.note(outcomes, atMs);
    expect(failures.has(1)).toBe(expected);
  });
});
