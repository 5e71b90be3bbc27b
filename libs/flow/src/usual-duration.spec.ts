import { UsualDuration } from './usual-duration';

beforeEach(() => {
  jest.useFakeTimers();
});

afterEach(() => {
  jest.useRealTimers();
});

/** Returns work that takes this long. */
const taking = (ms: number) => () => new Promise<string>((resolve) => setTimeout(resolve, ms, 'done'));

async function measured(duration: UsualDuration, ms: number): Promise<string> {
  const result = duration.measure(taking(ms));
  await jest.advanceTimersByTimeAsync(ms);
  return result;
}

describe('UsualDuration', () => {
  it('is zero before the first measurement', () => {
    expect(new UsualDuration().ms).toBe(0);
  });

  it('converges to the duration of the work, and changes little after a single outlier', async () => {
    const duration = new UsualDuration();
    for (let count = 0; count < 100; count += 1) expect(await measured(duration, 80)).toBe('done');
    expect(duration.ms).toBeCloseTo(80, 0);

    await measured(duration, 160);
    expect(duration.ms).toBeCloseTo(85, 0);
  });

  it('includes work that fails, and passes its error on', async () => {
    const duration = new UsualDuration();
    const failing = duration.measure(async () => {
      await taking(160)();
      throw new Error('no');
    });
    const failed = expect(failing).rejects.toThrow('no');
    await jest.advanceTimersByTimeAsync(160);
    await failed;
    expect(duration.ms).toBeCloseTo(10, 0);
  });
});
