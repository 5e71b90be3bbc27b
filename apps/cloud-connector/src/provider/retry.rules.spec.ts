import { pauseBeforeRetry } from './retry.rules';

describe('a refused send', () => {
  it.each([
    ['is not repeated when the refusal is final', 1, undefined, 60_000, null],
    ['is repeated soon when it may pass', 1, 'always', 60_000, 250],
    ['is repeated later the next time', 3, 'always', 60_000, 1_500],
    ['is not repeated for ever', 5, 'always', 60_000, null],
    ['is repeated once when it may be the fault of the call', 1, 'once', 60_000, 250],
    ['is not repeated twice then', 2, 'once', 60_000, null],
    ['is not repeated when the deadline leaves no time for an answer', 1, 'always', 700, null],
  ] as const)('%s', (_, refused, transient, msLeft, pauseMs) => {
    expect(pauseBeforeRetry({ refused, transient, msLeft, random: 0.5 })).toBe(pauseMs);
  });
});
