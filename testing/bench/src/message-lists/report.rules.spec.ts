import { describeLists, verdictsOf, type ListRow } from './report.rules';

const rounds = (ms: number) => ({ first: [ms, ms, ms], newest: [ms, ms, ms], deep: [ms, ms, ms] });
const row: ListRow = {
  name: 'messages',
  sizes: { small: 10_000, large: 5_000_000 },
  small: rounds(2),
  large: { ...rounds(2), deep: [2.6, 2.2, 2.2] },
};

describe('the report of message lists', () => {
  it('meets its goals when the median of the ratios within rounds is small enough', () => {
    expect(verdictsOf(row).map(({ finding, measured }) => [finding, measured!.median])).toEqual([
      ['met', 1],
      ['met', 1.1],
      ['met', 1.1],
    ]);
    const slow = { ...row, large: { ...row.large, deep: [2.6, 2.6, 2.2] } };
    expect(verdictsOf(slow).map(({ finding }) => finding)).toEqual(['met', 'missed', 'missed']);
  });

  it('shows both sizes and every goal', () => {
    const report = describeLists([row]);
    expect(report).toMatch(/messages +10,000 +2\.00 +2\.00 +2\.00/);
    expect(report).toMatch(/messages +5,000,000 +2\.00 +2\.00 +2\.20/);
    expect(report).toMatch(/messages: deep page, many rows \/ few +<= 1\.2 +1\.10 \(1\.10-1\.30\) +met/);
  });
});
