import { Linger } from './linger';

describe('the pause after a batch of events', () => {
  let linger: Linger;

  beforeEach(() => {
    jest.useFakeTimers();
    linger = new Linger();
  });

  afterEach(() => jest.useRealTimers());

  /** Returns the length of the pause that begins now. */
  async function pauseAfter(events: number): Promise<number> {
    const began = Date.now();
    const pause = linger.after(events).then(() => Date.now() - began);
    await jest.runAllTimersAsync();
    return pause;
  }

  it('is long while no urgent event arrives', async () => {
    expect(await pauseAfter(1)).toBe(100);
    expect(await pauseAfter(256)).toBe(100);
  });

  it.each([
    [1, 10],
    [4, 10],
    [5, 25],
    [256, 25],
  ])(
    'is short if an urgent event arrived before the end of the batch: after %i events %i ms',
    async (events, ms) => {
      linger.hurry();
      expect(await pauseAfter(events)).toBe(ms);
      expect(await pauseAfter(events)).toBe(100);
    },
  );

  it.each([
    ['while the pause would be short anyway', 5, 10],
    ['later', 30, 30],
  ])('is cut short by an urgent event that arrives %s', async (_, comesAfterMs, ms) => {
    setTimeout(() => linger.hurry(), comesAfterMs);
    expect(await pauseAfter(1)).toBe(ms);
  });

  it('is zero after an empty batch', async () => {
    expect(await pauseAfter(0)).toBe(0);
  });
});
