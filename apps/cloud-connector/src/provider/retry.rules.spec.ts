import { pauseBeforeRetry } from './retry.rules';

describe('a refused send', () => {
  it.each([
    ['is not retried when the refusal is final', 1, undefined, 60_000, null],
    ['is retried soon when it is transient', 1, 'always', 60_000, 250],
    ['is retried with a longer pause the next time', 3, 'always', 60_000, 1_500],
    ['is left to the client when only its flag calls it transient', 1, 'unproven', 60_000, null],
    ['is not retried indefinitely', 5, 'always', 60_000, null],
    ['is retried once when the call may be at fault', 1, 'once', 60_000, 250],
    ['is not retried twice in that case', 2, 'once', 60_000, null],
    ['is not retried when the deadline leaves no time for an answer', 1, 'always', 700, null],
  ] as const)('%s', (_, refused, transient, msLeft, pauseMs) => {
    expect(pauseBeforeRetry({ refused, transient, msLeft, random: 0.5 })).toBe(pauseMs);
  });
});
