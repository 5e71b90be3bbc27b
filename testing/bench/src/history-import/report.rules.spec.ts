import type { LoadResult } from '../load/load';
import { describeImports, verdictsOf, type Report, type Round } from './report.rules';

const load = (p99Ms: number): LoadResult => ({
  requests: 100,
  started: 100,
  seconds: 1,
  p50Ms: p99Ms / 2,
  p99Ms,
});
const round = (quiet: number, ...busy: number[]): Round => ({
  quiet: load(quiet),
  busy: busy.map(load),
  importSeconds: 10,
});
const report = (...rounds: Round[]): Report => ({
  messages: 20_000,
  pingsPerSecond: 100,
  memoryMiB: { messaging: 101.6 },
  choice: { rounds, repeated: 0, disturbed: 0, worst: { foreignShare: 0, slowdown: 1 } },
});

describe('the report of imports', () => {
  it('takes the ratio of the median window within each round', () => {
    const [verdict] = verdictsOf(report(round(10, 14, 15, 90), round(20, 20), round(10, 30)));
    expect(verdict).toMatchObject({ measured: { min: 1, median: 1.5, max: 3 }, finding: 'met' });
  });

  it('misses the goal above 1.5', () => {
    expect(verdictsOf(report(round(10, 16)))).toMatchObject([{ finding: 'missed' }]);
  });

  it('shows how fast messages are stored, and the memory used', () => {
    const text = describeImports(report(round(10, 12)));
    expect(text).toContain('Messages stored per second: 2000 (2000-2000)');
    expect(text).toContain('messaging 102');
  });
});
