import { formatResults, resultOf, type Period } from './report.rules';

const period = (
  p99Ms: number,
  { cpuPercent = 10, outcome = 'succeeded' }: { cpuPercent?: number | null; outcome?: string } = {},
): Period => ({
  latenciesMs: [1, 1, 1, p99Ms],
  failed: 0,
  cpuPercent,
  outcome,
});

it('takes the p99 of all rounds together, and medians of what is steadier', () => {
  const result = resultOf('floods', [
    { alone: period(2), beside: period(2, { outcome: 'pending' }) },
    { alone: period(10), beside: period(11, { outcome: 'protocol' }) },
    { alone: period(4), beside: period(8, { cpuPercent: 90, outcome: 'protocol' }) },
  ]);
  expect(result).toMatchObject({
    p50Ms: { alone: { median: 1 } },
    p99Ms: { alone: 10, beside: 11 },
    ratio: { all: 1.1, min: 1, max: 2 },
    cpuPercent: { beside: { median: 10, max: 90 } },
    outcome: 'protocol',
  });
  expect(formatResults([{ ...result, disturbed: 1 }]).split('\n')[1]).toMatch(
    /^floods .* 10\.0 +11\.0 +1\.10 \(1\.00-2\.00\) .* protocol +0 +1$/,
  );
});

it('leaves out CPU time where the system does not tell', () => {
  const unknown = period(2, { cpuPercent: null });
  const result = resultOf('floods', [{ alone: unknown, beside: unknown }]);
  expect(result.cpuPercent).toBeNull();
});
