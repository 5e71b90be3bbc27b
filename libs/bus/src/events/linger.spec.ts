import { Linger } from './linger';

describe('the pause after a batch of events', () => {
  let linger: Linger;

  beforeEach(() => {
    jest.useFakeTimers();
    linger = new Linger();
  });

  afterEach(() => jest.useRealTimers());

  /** How long the pause is that begins now. */
  async function pauseAfter(events: number): Promise<number> {
    const began = Date.now();
    const pause = linger.after(events).then(() => Date.now() - began);
    await jest.runAllTimersAsync();
    return pause;
  }

  it('is long while nothing comes that somebody waits for', async () => {
    expect(await pauseAfter(1)).toBe(100);
    expect(await pauseAfter(256)).toBe(100);
  });

  it.each([
    [1, 10],
    [4, 10],
    [5, 25],
    [256, 25],
  ])(
    'is short when such a thing came before the end of the batch: after %i events %i ms',
    async (events, ms) => {
      linger.hurry();
      expect(await pauseAfter(events)).toBe(ms);
      expect(await pauseAfter(events)).toBe(100);
    },
  );

  it.each([
    ['while the pause would be short anyway', 5, 10],
    ['later', 30, 30],
  ])('ends for what comes %s', async (_, comesAfterMs, ms) => {
    setTimeout(() => linger.hurry(), comesAfterMs);
    expect(await pauseAfter(1)).toBe(ms);
  });

  it('is none after a batch of nothing', async () => {
    expect(await pauseAfter(0)).toBe(0);
  });
});
