import { LookUpTurns } from './look-up-turns';

describe('the turns of look-ups', () => {
  it('come at once up to the limit, and a minute after the first ones beyond it', () => {
    const turns = new LookUpTurns(2);
    const taken = [0, 10_000, 20_000, 20_000, 20_000].map((now) => turns.take(now, Infinity));
    expect(taken).toEqual([0, 10_000, 60_000, 70_000, 120_000]);
  });

  it('that would come after the deadline are not taken from others', () => {
    const turns = new LookUpTurns(1);
    expect(turns.take(0, 0)).toBe(0);
    expect(turns.take(1_000, 59_999)).toBeNull();
    expect(turns.take(1_000, 60_000)).toBe(60_000);
  });
});
