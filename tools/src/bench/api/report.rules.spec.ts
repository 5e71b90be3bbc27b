import { compare } from './comparison.rules';
import { formatReport, type Result } from './report.rules';

function resultWith(cpu: boolean): Result {
  const base = { p50Ms: 2, p99Ms: 9.04, drainMs: 0 };
  const comparison = compare([
    {
      ours: { ...base, rate: 600, cpuMs: cpu ? { gateway: 0.5, postgres: 0.25 } : null },
      floor: { ...base, rate: 1000, cpuMs: cpu ? { floor: 0.25, postgres: 0.25 } : null },
    },
  ]);
  const goal = { rate: 0.6, cpu: 1.8 };
  return { operation: 'ping', path: '/v1/ping', connections: 32, goal, ...comparison };
}

describe('formatReport', () => {
  it('shows each figure beside the floor, their ratio and the goal', () => {
    const text = formatReport([resultWith(true)]).replaceAll(/ +/g, ' ');
    expect(text).toContain('ping 32 ours 600 (600-600) 2.0 (2.0-2.0) 9.0 (9.0-9.0) 0.75 (0.75-0.75) 0');
    expect(text).toContain('/v1/ping floor 1000 (1000-1000)');
    expect(text).toContain('ratio 0.60 (0.60-0.60) 1.50 (1.50-1.50)');
    expect(text).toContain('goal >= 0.6 <= 1.8');
  });

  it('tells which process the CPU time went to', () => {
    const text = formatReport([resultWith(true)]).replaceAll(/ +/g, ' ');
    expect(text).toContain('gateway 0.50 -\npostgres 0.25 0.25\nfloor - 0.25');
  });

  it('leaves CPU time out where the system does not tell', () => {
    const text = formatReport([resultWith(false)]);
    expect(text).not.toContain('CPU ms a request');
  });
});
