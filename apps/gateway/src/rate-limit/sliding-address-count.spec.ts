import { SlidingAddressCount } from './sliding-address-count';

describe('a sliding count per address', () => {
  let limit: SlidingAddressCount;

  beforeEach(() => {
    jest.useFakeTimers();
    limit = new SlidingAddressCount({ count: 3, windowMs: 60_000 });
  });

  afterEach(() => jest.useRealTimers());

  const spend = (times: number, block = 'a') => Array.from({ length: times }, () => limit.spend(block));

  it('grants its count at once, and then says how long to wait until the oldest leaves the window', () => {
    expect(spend(1)).toEqual([0]);
    jest.advanceTimersByTime(10_000);
    expect(spend(3)).toEqual([0, 0, 50]);
    jest.advanceTimersByTime(49_500);
    expect(spend(1)).toEqual([1]);
    jest.advanceTimersByTime(500);
    expect(spend(2)).toEqual([0, 10]);
  });

  it.each([1, 7, 100, 950, 19_000])(
    'grants no more than its count within any window, if one is sent every %i ms',
    (everyMs) => {
      const granted: number[] = [];
      for (let elapsed = 0; elapsed < 200_000; elapsed += everyMs) {
        if (limit.spend('a') === 0) granted.push(performance.now());
        jest.advanceTimersByTime(everyMs);
      }
      expect(granted.length).toBeGreaterThan(6);
      const spans = granted.slice(3).map((time, index) => time - granted[index]!);
      expect(Math.min(...spans)).toBeGreaterThanOrEqual(60_000);
    },
  );

  it('is whole again after its window, and never more than that', () => {
    spend(4);
    jest.advanceTimersByTime(10 * 60_000);
    expect(spend(4)).toEqual([0, 0, 0, 60]);
  });

  it('says how long to wait until fewer are left', () => {
    spend(1);
    jest.advanceTimersByTime(10_000);
    spend(2);
    const waits = () => [0, 1, 2, 3].map((count) => limit.waitUntil('a', count));
    expect(waits()).toEqual([60, 60, 50, 0]);
    jest.advanceTimersByTime(50_000);
    expect(waits()).toEqual([10, 10, 0, 0]);
    expect(limit.waitUntil('b', 0)).toBe(0);
  });

  it('does not count what it refuses', () => {
    spend(3);
    jest.advanceTimersByTime(59_999);
    expect(spend(1_000)).toEqual(Array(1_000).fill(1));
    jest.advanceTimersByTime(1);
    expect(spend(4)).toEqual([0, 0, 0, 60]);
  });

  it('keeps the addresses apart', () => {
    spend(4);
    expect(spend(1, 'b')).toEqual([0]);
  });

  it('takes back the latest one, and nothing from an address that spent nothing', () => {
    spend(1);
    jest.advanceTimersByTime(10_000);
    spend(2);
    limit.refund('a');
    limit.refund('b');
    expect(spend(2)).toEqual([0, 50]);
    expect(spend(4, 'b')).toEqual([0, 0, 0, 60]);
  });

  it('grants all of it to an address that was given everything back', () => {
    spend(3);
    for (let round = 0; round < 4; round += 1) limit.refund('a');
    expect(spend(4)).toEqual([0, 0, 0, 60]);
  });

  it.each([
    [3, 50_000],
    [300, 6_666],
  ])('with a count of %i, forgets the address that spent longest ago of more than %i', (count, most) => {
    limit = new SlidingAddressCount({ count, windowMs: 60_000 });
    spend(1);
    spend(count, 'b');
    spend(count - 1);
    for (let index = 0; index < most - 2; index += 1) spend(1, `address ${index}`);
    expect([spend(1), spend(1, 'b')]).toEqual([[60], [60]]);
    spend(1, 'one more');
    expect([spend(1), spend(1, 'b')]).toEqual([[60], [0]]);
  });
});
