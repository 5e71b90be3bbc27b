import { compare, type Measurement } from './comparison.rules';

function measurement(rate: number, cpuMs: Record<string, number> | null = { only: 1 }): Measurement {
  const costs = { statements: 1000 / rate, commits: 4, fsyncs: 2, natsMessages: 0 };
  return {
    started: 1,
    rate,
    p50Ms: 1000 / rate,
    p99Ms: 2000 / rate,
    cpuMs,
    costs,
    statementsByUser: {},
    drainMs: 5,
  };
}

describe('compare', () => {
  it('takes the ratio of each round, so that a slow moment of the machine affects both', () => {
    const { ratio, ours } = compare([
      { ours: measurement(600), floor: measurement(1000) },
      { ours: measurement(60), floor: measurement(100) },
      { ours: measurement(700), floor: measurement(1000) },
    ]);
    expect(ratio.rate).toEqual({ median: 0.6, min: 0.6, max: 0.7 });
    expect(ratio.p50.min).toBeCloseTo(1 / 0.7);
    expect(ours.costs.statements.max).toBeCloseTo(1000 / 60);
    expect(ours.rate).toEqual({ median: 600, min: 60, max: 700 });
  });

  it('sums the CPU time of all processes, and also keeps their medians separately', () => {
    const { ours, ratio } = compare([
      { ours: measurement(1, { gateway: 1, postgres: 2 }), floor: measurement(1, { floor: 1, postgres: 1 }) },
      { ours: measurement(1, { gateway: 3, postgres: 3 }), floor: measurement(1, { floor: 1, postgres: 1 }) },
      { ours: measurement(1, { gateway: 2, postgres: 9 }), floor: measurement(1, { floor: 1, postgres: 1 }) },
    ]);
    expect(ours.cpuMs).toEqual({ median: 6, min: 3, max: 11 });
    expect(ours.cpuMsByProcess).toEqual({ gateway: 2, postgres: 3 });
    expect(ratio.cpu).toEqual({ median: 3, min: 1.5, max: 5.5 });
  });

  it('counts a process that is missing in a round as zero', () => {
    const round = (byUser: Record<string, number>) => ({
      ours: { ...measurement(1), statementsByUser: byUser },
      floor: measurement(1),
    });
    const { ours } = compare([round({ crm: 2 }), round({}), round({ crm: 4, late: 1 })]);
    expect(ours.statementsByUser).toEqual({ crm: 2, late: 0 });
  });

  it('leaves CPU time out if the system does not report it', () => {
    const { ours, ratio } = compare([{ ours: measurement(1, null), floor: measurement(1, null) }]);
    expect(ours.cpuMs).toBeNull();
    expect(ours.cpuMsByProcess).toEqual({});
    expect(ratio.cpu).toBeNull();
  });
});
