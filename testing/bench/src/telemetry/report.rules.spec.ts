import { formatReport, type Result } from './report.rules';

const spread = (median: number) => ({ median, min: median, max: median });
const summary: Result['on'] = {
  rate: spread(1_000),
  p50Ms: spread(5),
  p99Ms: spread(9),
  cpuMs: spread(0.5),
  cpuMsByProcess: {},
  costs: { statements: spread(4), commits: spread(0), fsyncs: spread(0), natsMessages: spread(0) },
  statementsByUser: {},
  drainMs: spread(0),
};

const result = (name: string, cpu: number): Result => ({
  name,
  connections: 16,
  on: summary,
  off: summary,
  ratio: { rate: spread(1), p50: spread(1), cpu: spread(cpu) },
  rounds: { repeated: 0, disturbed: 0, worst: { foreignShare: 0, slowdown: 1 } },
});

describe('the report of telemetry against none', () => {
  it.each([
    ['metrics', 1.05, / met$/],
    ['metrics', 1.06, / missed$/],
    ['request-log', 1.05, / met$/],
    ['request-log', 1.06, / missed$/],
    ['traces of 1 %', 1.05, / met$/],
    ['traces of 1 %', 1.06, / missed$/],
    ['traces of 100 %', 1.5, / met$/],
    ['traces of 100 %', 1.51, / missed$/],
  ])('compares the CPU ratio of a send with %s, %s, with the goal', (name, cpu, expected) => {
    expect(formatReport([result(name, cpu)])).toMatch(expected);
  });

  it('names the disturbed rounds', () => {
    const noisy = result('metrics', 1);
    noisy.rounds = { repeated: 2, disturbed: 1, worst: { foreignShare: 0.5, slowdown: 1 } };
    expect(formatReport([noisy])).toContain('metrics, 16 connections: 1 rounds are disturbed');
  });
});
