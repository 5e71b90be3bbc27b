import { formatReport, type Result } from './report.rules';

const spread = (median: number) => ({ median, min: median, max: median });
const summary: Result['token'] = {
  rate: spread(1_000),
  p50Ms: spread(5),
  p99Ms: spread(9),
  cpuMs: spread(0.5),
  cpuMsByProcess: { gateway: 0.4 },
  costs: { statements: spread(0.25), commits: spread(0), fsyncs: spread(0), natsMessages: spread(0) },
  statementsByUser: {},
  drainMs: spread(0),
};

const result = (cpu: number | null): Result => ({
  operation: 'ping',
  path: '/v1/ping',
  connections: 32,
  token: summary,
  key: summary,
  ratio: { rate: spread(1), p50: spread(1), cpu: cpu === null ? null : spread(cpu) },
  rounds: { repeated: 0, disturbed: 0, worst: { foreignShare: 0, slowdown: 1 } },
});

describe('the report of tokens against keys', () => {
  it.each([
    [1.1, /with a key +<= 1.1 +1.10 \(1.10-1.10\) +met$/],
    [1.11, / missed$/],
    [null, /unknown +missed$/],
  ])('compares a CPU ratio of %s with the goal', (cpu, expected) => {
    expect(formatReport([result(cpu)])).toMatch(expected);
  });

  it('names the disturbed rounds', () => {
    const noisy = result(1);
    noisy.rounds = { repeated: 2, disturbed: 1, worst: { foreignShare: 0.5, slowdown: 1 } };
    expect(formatReport([noisy])).toContain('ping, 32 connections: 1 rounds are disturbed');
  });
});
