import { SampledLog } from './sampled-log';

describe('a sampled log', () => {
  const written: string[] = [];
  let counted: Record<string, number>[];
  let log: SampledLog;

  beforeEach(() => {
    jest.useFakeTimers();
    written.length = 0;
    counted = [];
    log = new SampledLog((counts) => void counted.push(counts), 2);
  });

  afterEach(() => jest.useRealTimers());

  const write = (...kinds: string[]) => {
    for (const kind of kinds) log.write(kind, () => void written.push(kind));
  };

  it('writes the first lines of each minute, and counts the others by kind when it is over', () => {
    write('a', 'b', 'b', 'c', 'b');
    expect(written).toEqual(['a', 'b']);
    jest.advanceTimersByTime(60_000);
    expect(counted).toEqual([{ b: 2, c: 1 }]);
    write('c', 'c', 'c');
    expect(written).toEqual(['a', 'b', 'c', 'c']);
    jest.advanceTimersByTime(60_000);
    expect(counted).toEqual([{ b: 2, c: 1 }, { c: 1 }]);
  });

  it('says nothing of a minute whose lines were all written', () => {
    write('a', 'b');
    jest.advanceTimersByTime(600_000);
    expect(counted).toEqual([]);
  });

  it('loses no count when it ends early', () => {
    write('a', 'a', 'a');
    log.flush();
    expect(counted).toEqual([{ a: 1 }]);
  });
});
