import type { Finding } from '../oracles/finding';
import { countOf, formatReport, type RoundReport, type RunReport } from './report.rules';

const round = (row: string, findings: Finding[] = []): RoundReport => ({
  row,
  isKill: row === 'kill',
  injury: 'nats after 3 ms',
  recovery: { firstSuccessMs: { sends: 1_200, inbound: 300 }, settledMs: 4_000, clearedMs: null },
  findings,
  notes: row === 'pause' ? ['2 sends were refused'] : [],
});
const report = (changes: Partial<RunReport> = {}): RunReport => ({
  seed: 7,
  seconds: 61.4,
  rounds: [round('kill'), round('kill', [{ kind: 'lost', what: 'a ticket' }]), round('pause')],
  obstacles: { 'full-disk': 'no right' },
  endedEarly: null,
  ...changes,
});

describe('countOf', () => {
  it.each([
    ['rounds with and without findings', report(), { passed: 2, failed: 1 }],
    ['a run that ended early as a failure', report({ endedEarly: 'out of time' }), { passed: 2, failed: 2 }],
    ['a run without rounds as a failure', report({ rounds: [] }), { passed: 0, failed: 1 }],
  ])('counts %s', (_case, given, expected) => {
    expect(countOf(given)).toEqual(expected);
  });
});

describe('formatReport', () => {
  it('lists findings, totals by fault, impossible rows, and how to repeat the run', () => {
    expect(formatReport(report()).split('\n')).toEqual([
      'kill: nats after 3 ms',
      '  lost: a ticket',
      'fault      rounds  lost  double  unsettled  late  failed  wrong  first success  settled  cleared',
      'kill            2     1       0          0     0       0      0            1.2      4.0    never',
      'pause           1     0       0          0     0       0      0            1.2      4.0    never',
      'all kills       2     1       0          0     0       0      0            1.2      4.0    never',
      'all             3     1       0          0     0       0      0            1.2      4.0    never',
      'first success, settled, cleared: the slowest round, in seconds after the fault was over',
      'pause: 2 sends were refused',
      'not possible here: full-disk (no right)',
      'seed 7, 61 s',
    ]);
  });

  it('shows ten findings of a round, and the number of further ones', () => {
    const findings = Array.from({ length: 12 }, (_, index): Finding => ({
      kind: 'lost',
      what: `event ${index}`,
    }));
    const lines = formatReport(report({ rounds: [round('kill', findings)] })).split('\n');
    expect(lines.filter((line) => line.startsWith('  lost'))).toHaveLength(10);
    expect(lines).toContain('  and 2 more');
  });
});
