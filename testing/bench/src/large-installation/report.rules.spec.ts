import { compare, type Measurement } from '../api/comparison.rules';
import { formatReport, verdictsOf, type Figures, type Row } from './report.rules';

function measurement(rate: number): Measurement {
  return {
    started: 1,
    rate,
    p50Ms: 1_000 / rate,
    p99Ms: 2_000 / rate,
    cpuMs: { gateway: 1 },
    costs: { statements: 1, commits: 1, fsyncs: 1, natsMessages: 1 },
    statementsByUser: {},
    drainMs: 1,
  };
}

function rowWith(smallRate: number, largeRates: number[], disturbed = 0): Row {
  const rounds = largeRates.map((rate) => ({ ours: measurement(rate), floor: measurement(smallRate) }));
  const { ours: large, floor: small, ratio } = compare(rounds);
  const worst = { foreignShare: 0.1, slowdown: 1 };
  return {
    name: 'contacts',
    small,
    large,
    ratio,
    rounds: { repeated: 0, disturbed, worst },
  };
}

const each = { messages: 10_000, conversations: 1_000, days: 25 };
const windows = [{ p50Ms: 4, p99Ms: 20 }];
const figures: Figures = {
  small: { ...each, accounts: 5 },
  large: { ...each, accounts: 200 },
  rows: [rowWith(1_000, [900])],
  retention: {
    perSecond: 200,
    without: windows,
    deliveries: { rows: 500_000, seconds: 30, windows },
    messages: { rows: 80_000, seconds: 40, windows },
  },
  sizes: {
    databaseBytes: 12e9,
    tables: [{ name: 'messaging.messages', rows: 2_000_000, tableBytes: 1e9, indexBytes: 0.4e9 }],
  },
  backup: {
    bytes: 13e9,
    copyMs: 60_000,
    startMs: 5_000,
    countMs: 8_000,
    rows: { 'messaging.messages': 2_000_000 },
  },
};

describe('the report of a large installation', () => {
  it('wants the median request to take at most 1.2 times as long as in the small one', () => {
    const [verdict] = verdictsOf(rowWith(1_200, [1_000, 1_200, 900]));
    expect(verdict).toMatchObject({ finding: 'met', measured: { median: 1.2, min: 1 } });
    expect(verdict!.measured!.max).toBeCloseTo(4 / 3);
    expect(verdictsOf(rowWith(1_200, [1_000, 980, 900]))[0]!.finding).toBe('missed');
  });

  it('judges no row whose rounds were disturbed', () => {
    expect(verdictsOf(rowWith(1_200, [900], 1))[0]!.finding).toBe('open');
  });

  it('shows what is kept and how fast it is deleted, copied and counted', () => {
    const text = formatReport(figures).replaceAll(/ +/g, ' ');
    expect(text).toContain('200 accounts, 2,000,000 messages and 10,000,000 deliveries of 25 days');
    expect(text).toContain('deliveries 500,000 30.0 16,667 4.0 (4.0-4.0) 20.0 (20.0-20.0)');
    expect(text).toContain('messaging.messages 2,000,000 1,000 400 700');
    expect(text).toContain('12,000 MB: 6,000 bytes for each message');
    expect(text).toContain('13,000 MB took 60.0 s (217 MB/s');
  });

  it('ends with what 10 and 50 million messages would be, in proportion, and says so', () => {
    const reckoned = formatReport(figures).split('\n\nReckoned in proportion, not measured:\n\n')[1]!;
    const lines = reckoned
      .replaceAll(/ +/g, ' ')
      .split('\n')
      .map((line) => line.trim());
    // A day has 400,000 deliveries, for which it needs 24 s, and 80,000 messages.
    expect(lines.slice(-2)).toEqual([
      '10,000,000 50,000,000 60 5.0 2.0 3.3',
      '50,000,000 250,000,000 300 25.0 10.0 16.7',
    ]);
  });
});
