import { Pacing } from './pacing';

const pace = { burst: 2, perSecond: 0.5 };

describe('pacing', () => {
  it('allows a burst, and then one token at a time', () => {
    const pacing = new Pacing();
    const take = (now: number) => pacing.acquire('a', pace, now, 60_000);
    expect([take(0), take(0), take(0), take(0)]).toEqual([0, 0, 2_000, 4_000]);
    expect(take(100_000)).toBe(0);
  });

  it('takes no token from a caller that would wait too long', () => {
    const pacing = new Pacing();
    pacing.acquire('a', pace, 0, 0);
    pacing.acquire('a', pace, 0, 0);
    expect([pacing.acquire('a', pace, 0, 1_999), pacing.acquire('a', pace, 0, 2_000)]).toEqual([null, 2_000]);
  });

  it('keeps keys separate', () => {
    const pacing = new Pacing();
    for (const key of ['a', 'a', 'b']) expect(pacing.acquire(key, pace, 0, 0)).toBe(0);
    expect(pacing.acquire('a', pace, 0, 0)).toBeNull();
  });
});
