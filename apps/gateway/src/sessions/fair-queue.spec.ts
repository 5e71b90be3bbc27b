import { setImmediate as nextTurn } from 'node:timers/promises';
import { FairQueue } from './fair-queue';

describe('a fair queue', () => {
  const begun: string[] = [];
  const ends: (() => void)[] = [];

  beforeEach(() => {
    begun.splice(0);
    ends.splice(0);
  });

  const start = (queue: FairQueue, client: string, name = client) =>
    queue.run(client, async () => {
      begun.push(name);
      await new Promise<void>((end) => ends.push(end));
      return name;
    });
  const finishAll = async () => {
    while (ends.length > 0) {
      ends.shift()!();
      await nextTurn();
    }
  };

  it('runs two at once, lets three of a client wait in order, and refuses its next', async () => {
    const queue = new FairQueue({ atOnce: 2, waiting: 10, waitingOfClient: 3 });
    const tasks = ['1', '2', '3', '4', '5'].map((name) => start(queue, 'ada', name));
    await expect(start(queue, 'ada', '6')).rejects.toMatchObject({ code: 'service_unavailable' });
    expect(begun).toEqual(['1', '2']);
    await finishAll();
    expect(await Promise.all(tasks)).toEqual(['1', '2', '3', '4', '5']);
    expect(begun).toEqual(['1', '2', '3', '4', '5']);
  });

  it('gives each client its turn, however much another one wants', async () => {
    const queue = new FairQueue({ atOnce: 1, waiting: 10, waitingOfClient: 5 });
    const tasks = ['1', '2', '3', '4'].map((name) => start(queue, 'busy', name));
    tasks.push(start(queue, 'ada'), start(queue, 'bob'));
    await finishAll();
    await Promise.all(tasks);
    expect(begun).toEqual(['1', '2', 'ada', 'bob', '3', '4']);
  });

  it('makes room for a client by refusing the latest task of the one with the most', async () => {
    const queue = new FairQueue({ atOnce: 1, waiting: 3, waitingOfClient: 3 });
    const running = start(queue, 'busy', '1');
    const waiting = ['2', '3', '4'].map((name) => start(queue, 'busy', name));
    const ada = start(queue, 'ada');
    await expect(waiting[2]).rejects.toMatchObject({ code: 'service_unavailable' });
    const bob = start(queue, 'bob');
    await expect(waiting[1]).rejects.toMatchObject({ code: 'service_unavailable' });
    await expect(start(queue, 'eve')).rejects.toMatchObject({ code: 'service_unavailable' });
    await finishAll();
    await Promise.all([running, waiting[0], ada, bob]);
    expect(begun).toEqual(['1', '2', 'ada', 'bob']);
  });

  it('goes on after a task that failed', async () => {
    const queue = new FairQueue({ atOnce: 1, waiting: 1, waitingOfClient: 1 });
    const failed = queue.run('ada', () => Promise.reject(new Error('no')));
    const after = queue.run('ada', () => Promise.resolve('yes'));
    await expect(failed).rejects.toThrow('no');
    await expect(after).resolves.toBe('yes');
  });
});
