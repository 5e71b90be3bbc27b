import { setImmediate as nextTurn } from 'node:timers/promises';
import { BoundedQueue } from './bounded-queue';

describe('a bounded queue', () => {
  it('run two at once, let three wait in order, and refuse the next', async () => {
    const queue = new BoundedQueue(2, 3);
    const begun: number[] = [];
    const ends: (() => void)[] = [];
    const start = (id: number) =>
      queue.take(async () => {
        begun.push(id);
        await new Promise<void>((end) => ends.push(end));
        return id;
      });
    const work = [1, 2, 3, 4, 5].map(start);
    await expect(start(6)).rejects.toMatchObject({ code: 'service_unavailable' });
    expect(begun).toEqual([1, 2]);
    while (ends.length > 0) {
      ends.shift()!();
      await nextTurn();
    }
    expect(await Promise.all(work)).toEqual([1, 2, 3, 4, 5]);
    expect(begun).toEqual([1, 2, 3, 4, 5]);
  });

  it('go on after work that failed', async () => {
    const queue = new BoundedQueue(1, 1);
    const failed = queue.take(() => Promise.reject(new Error('no')));
    const after = queue.take(() => Promise.resolve('yes'));
    await expect(failed).rejects.toThrow('no');
    await expect(after).resolves.toBe('yes');
  });
});
