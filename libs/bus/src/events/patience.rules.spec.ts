import { pauseAfterFailure } from './patience.rules';

const HOUR = 60 * 60 * 1000;

describe('the pause after a failure', () => {
  it.each([
    ['is short at first', { ageMs: 0, tries: 1 }, 500],
    ['doubles', { ageMs: 1_000, tries: 3 }, 2_000],
    ['is half a minute at most', { ageMs: HOUR - 1, tries: 120 }, 30_000],
    ['does not come after the last try, an hour later', { ageMs: HOUR, tries: 120 }, null],
    ['comes for an event that was hours old at its first try', { ageMs: 9 * HOUR, tries: 1 }, 500],
    ['comes for it until a minute of tries is over', { ageMs: 9 * HOUR, tries: 7 }, 30_000],
    ['does not come for it after that', { ageMs: 9 * HOUR, tries: 8 }, null],
  ])('%s', (_, failed, pause) => {
    expect(pauseAfterFailure(failed)).toBe(pause);
  });

  it('is limited by the patience of the consumer', () => {
    expect(pauseAfterFailure({ ageMs: 99, tries: 1 }, 100)).toBe(500);
    expect(pauseAfterFailure({ ageMs: 100, tries: 1 }, 100)).toBeNull();
  });
});
