import { describeStreams, type Round } from './report.rules';

const round = (streamKB: number): Round => ({
  streamKB,
  idlePercent: 3,
  unreadUs: 12,
  readUs: 25,
  readerUs: 15,
});

describe('the report of event streams', () => {
  it.each([
    [[24, 25, 40], 'met', false],
    [[24, 25.1, 26], 'missed', true],
  ])('compares the median of %j kB with the goal: %s', (kilobytes, finding, isMissed) => {
    const report = describeStreams(2_000, kilobytes.map(round));
    expect(report.isMissed).toBe(isMissed);
    expect(report.text.trim()).toMatch(new RegExp(`<= 25 .*${finding}$`));
  });

  it('has the median and the range of each figure', () => {
    expect(describeStreams(2_000, [20, 22, 24].map(round)).text).toMatch(
      /memory of a stream, kB +22\.0 \(20\.0-24\.0\)/,
    );
  });
});
