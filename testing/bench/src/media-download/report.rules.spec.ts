import type { LoadResult } from '../load/load';
import { verdictsOf, type DownloadRow } from './report.rules';

const load = (requests: number): LoadResult => ({
  requests,
  started: requests,
  seconds: 2,
  p50Ms: 1,
  p99Ms: 2,
});

const row = (bytes: number, rates: [number, number][]): DownloadRow => ({
  bytes,
  rounds: rates.map(([ours, bare]) => ({ ours: load(ours), bare: load(bare) })),
  quiet: { repeated: 0, disturbed: 0, worst: { foreignShare: 0, slowdown: 1 } },
});

describe('the report of downloads', () => {
  it('takes the ratio within each round, and judges its median', () => {
    const [verdict] = verdictsOf(
      row(1_048_576, [
        [60, 100],
        [10, 100],
        [500, 1_000],
      ]),
    );
    expect(verdict).toMatchObject({ measured: { median: 0.5, min: 0.1, max: 0.6 }, finding: 'met' });
  });

  it('misses the goal below half of the rate', () => {
    expect(verdictsOf(row(16_777_216, [[49, 100]]))).toMatchObject([{ finding: 'missed' }]);
  });

  it('sets no goal for small files', () => {
    expect(verdictsOf(row(65_536, [[1, 100]]))).toEqual([]);
  });
});
