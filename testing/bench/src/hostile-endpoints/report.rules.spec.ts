import { formatResults, resultOf, type Period } from './report.rules';

const period = (p99Ms: number, more: Partial<Period> = {}): Period => ({
  latenciesMs: [
    [1, 1],
    [1, p99Ms],
    [1, p99Ms],
  ],
  failed: 0,
  cpuPercent: 10,
  outcome: 'succeeded',
  ...more,
});
const choice = (...rounds: Period[]) => ({
  rounds,
  repeated: 0,
  disturbed: 1,
  worst: { foreignShare: null, slowdown: 1.3 },
});
const first = () => 0;

it('compares the p99 of the median second with that of the good receivers', () => {
  const result = resultOf(
    'floods',
    choice(period(8, { outcome: 'pending' }), period(11, { outcome: 'protocol', cpuPercent: 90, failed: 2 })),
    [[1, 10]],
    first,
  );
  expect(result).toMatchObject({
    calls: 12,
    p50Ms: 1,
    p99Ms: 11,
    ratio: { value: 0.8 },
    cpuPercent: { median: 50, max: 90 },
    outcome: 'protocol',
    failed: 2,
  });
  const [, row, note] = formatResults([result]).split('\n');
  expect(row).toMatch(/^floods +12 +1\.0 +11\.0 +11\.0 +0\.80 \(0\.10-0\.10\) +met +50 +protocol +2 +1$/);
  expect(note).toContain('1 periods of floods');
});

it('leaves CPU time out if the system does not report it', () => {
  expect(resultOf('floods', choice(period(2, { cpuPercent: null })), [[1]], first).cpuPercent).toBeNull();
});
