import { describeRelays } from './report.rules';

it('shows each number of relays with the median and the range of its rates', () => {
  const runs = [9_000, 7_000, 8_000].map((perSecond) => ({
    perSecond,
    cpuUs: 90,
    cores: 1.5,
    busierShare: 0.6,
  }));
  const text = describeRelays(40_000, [
    { shards: 1, linkMs: 0, runs },
    { shards: 4, linkMs: 10, runs },
  ]);
  expect(text).toMatch(/beside it +1 +8000 \(7000-9000\) /);
  expect(text).toMatch(/10 ms away +4 +8000 \(7000-9000\) /);
});
