import { Throttle } from './throttle';

describe('Throttle', () => {
  it.each([
    ['at once', 0, true, 100],
    ['while it rests', 40, true, 60],
    ['after its rest', 100, true, 0],
    ['just before it is over', 599_999, true, 0],
    ['when it is over', 600_000, false, 0],
  ])('%s', (_, afterMs, isThrottled, restMs) => {
    const throttle = new Throttle();
    throttle.noteExcess(1, 5_000);
    expect(throttle.isThrottled(1, 5_000 + afterMs)).toBe(isThrottled);
    expect(throttle.restMs(1, 5_000 + afterMs)).toBe(restMs);
  });

  it('does not affect an endpoint without an excess', () => {
    const throttle = new Throttle();
    throttle.noteExcess(1, 0);
    expect(throttle.isThrottled(2, 0)).toBe(false);
    expect(throttle.restMs(2, 0)).toBe(0);
  });

  it('lasts from the latest excess on', () => {
    const throttle = new Throttle();
    throttle.noteExcess(1, 0);
    throttle.noteExcess(1, 300_000);
    expect(throttle.isThrottled(1, 800_000)).toBe(true);
  });

  it('forgets endpoints that are no longer throttled', () => {
    const throttle = new Throttle();
    for (let id = 1; id <= 100; id += 1) throttle.noteExcess(id, id);
    throttle.noteExcess(1, 150);
    throttle.noteExcess(101, 600_099);
    expect(throttle.size).toBe(3);
  });
});
