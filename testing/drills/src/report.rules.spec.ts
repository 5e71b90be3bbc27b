import type { RoundReport } from '@chat/faults';
import { formatDrills } from './report.rules';
import type { Tally } from './tally.rules';

const round = (row: string, findings: RoundReport['findings'] = []): RoundReport => ({
  row,
  isKill: false,
  injury: '',
  recovery: { firstSuccessMs: { sends: 1_200, inbound: 300 }, settledMs: 4_000, clearedMs: null },
  findings,
  notes: [],
});

describe('formatDrills', () => {
  it('has a line for each drill, and lists findings, failures by code and what is not possible', () => {
    const [quiet, bad] = [round('quiet'), round('bad', [{ kind: 'lost', what: 'a ticket' }])];
    const tallies = new Map<RoundReport, Tally>([
      [quiet, { acknowledged: 9, delivered: 9, double: 0, failed: {}, failingMs: 0 }],
      [bad, { acknowledged: 7, delivered: 6, double: 1, failed: { late: 2, busy: 3 }, failingMs: 2_500 }],
    ]);
    const report = {
      seed: 1,
      seconds: 60,
      rounds: [quiet, bad],
      obstacles: { other: 'no nginx' },
      endedEarly: null,
    };
    expect(formatDrills(report, tallies).split('\n')).toEqual([
      'bad: lost: a ticket',
      'drill  acknowledged  delivered  double  failed  failing for  first success  all clear  verdict',
      'quiet             9          9       0       0        0.0 s          1.2 s      never   passed',
      'bad               7          6       1       5        2.5 s          1.2 s      never   failed',
      'bad: failed with busy 3, late 2',
      expect.stringMatching(/^acknowledged/),
      expect.stringMatching(/^first success/),
      'not possible here: other (no nginx)',
    ]);
  });
});
