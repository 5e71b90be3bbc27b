import { BackgroundLoops } from './background-loops';

const AN_HOUR_MS = 60 * 60 * 1000;

describe('the background loops of a service', () => {
  const failures: { error: unknown; loop: string }[] = [];
  let loops: BackgroundLoops;

  beforeEach(() => {
    failures.length = 0;
    loops = new BackgroundLoops((error, loop) => failures.push({ error, loop }));
  });

  /** Waits until all promises that depend only on other promises have settled. */
  const settle = () => new Promise<void>((resolve) => setImmediate(resolve));

  it('run a first round when the service starts, and another when woken', async () => {
    const round = jest.fn(() => Promise.resolve());
    const loop = loops.add({ name: 'purge', round, everyMs: AN_HOUR_MS });
    await settle();
    expect(round).not.toHaveBeenCalled();
    loops.start();
    await settle();
    expect(round).toHaveBeenCalledTimes(1);
    loop.wake();
    await settle();
    expect(round).toHaveBeenCalledTimes(2);
    await loops.stop();
  });

  it('rest between rounds for as long as each took, if they are gentle', async () => {
    jest.useFakeTimers({ doNotFake: ['setImmediate', 'nextTick'] });
    let left = 5;
    const round = jest.fn(() => {
      jest.advanceTimersByTime(50);
      left -= 1;
      return Promise.resolve(left > 0);
    });
    loops.add({ name: 'retention', round, everyMs: AN_HOUR_MS, isGentle: true });
    loops.start();
    await settle();
    jest.advanceTimersByTime(49);
    await settle();
    expect(round).toHaveBeenCalledTimes(1);
    jest.advanceTimersByTime(1);
    await settle();
    expect(round).toHaveBeenCalledTimes(2);
    await loops.stop();
    jest.useRealTimers();
  });

  it('report a failure with the name of the loop and continue', async () => {
    const error = new Error('no connection');
    const round = jest.fn().mockRejectedValueOnce(error).mockResolvedValue(false);
    const loop = loops.add({ name: 'purge', round, everyMs: AN_HOUR_MS });
    loops.start();
    await settle();
    expect(failures).toEqual([{ error, loop: 'purge' }]);
    loop.wake();
    await settle();
    expect(round).toHaveBeenCalledTimes(2);
    await loops.stop();
  });

  it('finish the round in progress when stopped, and start no other', async () => {
    let finish = () => undefined as void;
    const round = jest.fn(() => new Promise<boolean>((resolve) => (finish = () => resolve(true))));
    const loop = loops.add({ name: 'purge', round, everyMs: AN_HOUR_MS });
    loops.start();
    const stopped = jest.fn();
    const stopping = loops.stop().then(stopped);
    await settle();
    expect(stopped).not.toHaveBeenCalled();
    finish();
    await stopping;
    loop.wake();
    await settle();
    expect(round).toHaveBeenCalledTimes(1);
  });
});
