import type { Queues } from '../installation/queues.rules';
import { isMissed } from '../verdict.rules';
import { formatReport, judgeSoak, meanQueues, type Minute } from './soak.rules';

const idle: Queues = { outbox: 0, consumers: 0, deliveries: 0, sending: 0, callbacks: 0, network: 0 };

function minute(changes: Partial<Minute> = {}): Minute {
  return { rate: 100, p50Ms: 10, p99Ms: 40, queues: idle, memoryMiB: { gateway: 100 }, ...changes };
}

function missed(last: Partial<Minute>): string[] {
  const first = minute({ p99Ms: 400, memoryMiB: { gateway: 50 } });
  const verdicts = judgeSoak({ perSecond: 100, minutes: [first, minute(), minute(last)] });
  return verdicts.filter(isMissed).map(({ what }) => what);
}

describe('judgeSoak', () => {
  it.each<[string, Partial<Minute>, string[]]>([
    ['a minute like the second, whatever the first was', {}, []],
    ['slower answers', { p99Ms: 49 }, ['p99 of the last minute against the second']],
    [
      'a queue that grew by more than a quarter of a second',
      { queues: { ...idle, outbox: 26 } },
      ['growth of outbox from the second minute to the last, in seconds of sends'],
    ],
    ['a queue that grew by less', { queues: { ...idle, outbox: 20 } }, []],
    [
      'more memory',
      { memoryMiB: { gateway: 116 } },
      ['memory of gateway in the last minute against the second'],
    ],
    ['memory that is not reported', { memoryMiB: null }, []],
  ])('%s', (_case, last, expected) => {
    expect(missed(last)).toEqual(expected);
  });

  it('refuses to judge two minutes', () => {
    expect(() => judgeSoak({ perSecond: 1, minutes: [minute(), minute()] })).toThrow(RangeError);
  });
});

it('takes the mean of each queue', () => {
  expect(meanQueues([idle, { ...idle, network: 3 }])).toEqual({ ...idle, network: 1.5 });
  expect(meanQueues([])).toEqual(idle);
});

it('shows every minute and every verdict', () => {
  const soak = { topology: 'split', reachedRate: 125, perSecond: 100, restMs: 30 } as const;
  const text = formatReport({ ...soak, minutes: [minute(), minute(), minute({ p99Ms: 80 })] });
  const lines = text.replaceAll(/ +/g, ' ');
  expect(lines).toContain('100 sends per second: 80 % of the 125 that 64 connections reach (split).');
  expect(lines).toContain('3 100 10.0 80.0 0.0 0.0 0.0 0.0 0.0 0.0 100');
  expect(lines).toContain('soak: p99 of the last minute against the second <= 1.2 2.00 (2.00-2.00) missed');
});
