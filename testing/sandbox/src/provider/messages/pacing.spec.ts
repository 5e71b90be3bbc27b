import { Pacing } from './pacing';

const PACE = { burst: 2, perSecond: 1 };

describe('the pace', () => {
  it('allows a burst, and then the given rate per second, separately for each key', () => {
    const pacing = new Pacing();
    const take = (atMs: number, key = 'a') => pacing.take(key, PACE, atMs);
    expect([take(0), take(0), take(0)]).toEqual([true, true, false]);
    expect(take(0, 'b')).toBe(true);
    expect([take(999), take(1_000), take(1_001)]).toEqual([false, true, false]);
    expect([take(60_000), take(60_000), take(60_000)]).toEqual([true, true, false]);
  });

  it('forgets idle keys only', () => {
    const pacing = new Pacing();
    for (let key = 0; key < 10_000; key += 1) pacing.take(`rests ${key}`, PACE, 0);
    pacing.take('works', PACE, 10_000);
    pacing.take('works', PACE, 10_000);
    expect(pacing.take('works', PACE, 10_000)).toBe(false);
    expect(pacing.size).toBe(1);
  });
});
