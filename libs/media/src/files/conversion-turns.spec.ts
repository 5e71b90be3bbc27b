import { setImmediate as nextTurn } from 'node:timers/promises';
import { ConversionTurns } from './conversion-turns';

const [MALLORY, TRUDY, ALICE] = [1, 2, 3];

/** Work that runs until the spec ends it, in the order of its start. */
function workshop(turns: ConversionTurns) {
  const running = new Map<string, () => void>();
  return {
    begun: () => [...running.keys()],
    start: (accountId: number, name: string) =>
      turns.run(accountId, () => new Promise<string>((end) => running.set(name, () => end(name)))),
    end: async (name: string) => {
      running.get(name)!();
      running.delete(name);
      await nextTurn();
    },
  };
}

describe('the turns of conversions', () => {
  it('are one of each account, and few in total', async () => {
    const { begun, start, end } = workshop(new ConversionTurns(2, 1_000));
    const all = [start(MALLORY, 'm1'), start(MALLORY, 'm2'), start(TRUDY, 't1'), start(ALICE, 'a1')];
    await nextTurn();
    expect(begun()).toEqual(['m1', 't1']);
    await end('t1');
    expect(begun()).toEqual(['m1', 'a1']);
    await end('a1');
    expect(begun()).toEqual(['m1']);
    await end('m1');
    expect(begun()).toEqual(['m2']);
    await end('m2');
    expect(await Promise.all(all)).toEqual(['m1', 'm2', 't1', 'a1']);
  });

  it('pass to the account that waits, whatever others asked for before', async () => {
    const { begun, start, end } = workshop(new ConversionTurns(1, 1_000));
    const all = [start(MALLORY, 'm1'), start(MALLORY, 'm2'), start(MALLORY, 'm3'), start(ALICE, 'a1')];
    await nextTurn();
    await end('m1');
    expect(begun()).toEqual(['a1']);
    await end('a1');
    expect(begun()).toEqual(['m2']);
    await end('m2');
    await end('m3');
    await Promise.all(all);
  });

  it('are refused to those who would wait for too long, and their work is never begun', async () => {
    const { begun, start, end } = workshop(new ConversionTurns(1, 20));
    const first = start(MALLORY, 'm1');
    await expect(start(ALICE, 'a1')).rejects.toMatchObject({ code: 'service_unavailable' });
    await end('m1');
    await first;
    expect(begun()).toEqual([]);
  });

  it('go on after work that failed', async () => {
    const turns = new ConversionTurns(1, 1_000);
    const failed = turns.run(MALLORY, () => Promise.reject(new Error('no')));
    const after = turns.run(ALICE, () => Promise.resolve('yes'));
    await expect(failed).rejects.toThrow('no');
    await expect(after).resolves.toBe('yes');
  });
});
