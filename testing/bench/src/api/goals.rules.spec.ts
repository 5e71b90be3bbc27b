import { goalOf, judge } from './goals.rules';

const spread = (median: number) => ({ median, min: 0, max: 9 });

describe('goalOf', () => {
  it.each([
    ['split', 'ping', 7, { rate: 0.8, cpu: 1.5 }],
    ['split', 'send', 1, { p50: 2 }],
    ['split', 'send', 64, { rate: 0.85, cpu: 1.8 }],
    ['split', 'send', 7, undefined],
    ['split', 'send-cloud', 16, { rate: 0.6, cpu: 1.8 }],
    ['split', 'send-template', 64, { rate: 0.85, cpu: 1.8 }],
    ['standalone', 'send', 16, { rate: 0.7 }],
    ['standalone', 'send-cloud', 16, { rate: 0.7 }],
    ['standalone', 'ping', 32, undefined],
  ] as const)('for %s of %s with %d connections is %j', (topology, key, connections, goal) => {
    expect(goalOf(topology, key, connections)).toEqual(goal);
  });
});

describe('judge', () => {
  it('compares the median with the goal, but only for figures that have one', () => {
    const ratio = { rate: spread(0.6), p50: spread(2.1), cpu: spread(1.8) };
    expect(judge({ rate: 0.6, cpu: 1.7 }, { ratio })).toMatchObject([
      { wanted: '>= 0.6', finding: 'met' },
      { wanted: '<= 1.7', finding: 'missed' },
    ]);
    expect(judge({ p50: 2 }, { ratio })).toMatchObject([{ wanted: '<= 2', finding: 'missed' }]);
    expect(judge({}, { ratio })).toEqual([]);
  });

  it('counts a figure that was not measured as missed', () => {
    const ratio = { rate: spread(1), p50: spread(1), cpu: null };
    expect(judge({ cpu: 2 }, { ratio })).toMatchObject([{ measured: null, finding: 'missed' }]);
  });
});
