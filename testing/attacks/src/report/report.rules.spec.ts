import { countsOf, formatReport, lastLine, type GroupResult } from './report.rules';

const group = (parts: Partial<GroupResult>): GroupResult => ({
  name: 'inputs',
  about: 'hostile values',
  cases: 10,
  findings: [],
  unrun: 0,
  seconds: 1.25,
  ...parts,
});
const finding = (attack: string) => ({ attack, problems: ['It answered 500.'] });

describe('the report of a run', () => {
  it.each([
    ['all held', [group({})], '10 passed, 0 failed'],
    ['one failed', [group({}), group({ findings: [finding('a')] })], '19 passed, 1 failed'],
    ['some never ran', [group({ unrun: 4 })], '6 passed, 4 failed'],
    ['nothing ran', [], '0 passed, 1 failed'],
    ['no case was made', [group({ cases: 0 })], '0 passed, 1 failed'],
  ])('counts when %s', (_, groups, line) => {
    expect(lastLine(groups)).toBe(line);
  });

  it('names each failed attack and its problems, and truncates a long list', () => {
    const findings = Array.from({ length: 25 }, (_, index) => finding(`attack ${index}`));
    const text = formatReport({ seed: 3, quick: true, groups: [group({ findings, cases: 30 })] });
    expect(text).toContain('seed 3');
    expect(text).toContain('attack 19\n        It answered 500.');
    expect(text).not.toContain('attack 20');
    expect(text).toContain('… and 5 more');
  });

  it('ends with the failures', () => {
    const groups = [
      group({ findings: [finding('a')] }),
      group({ name: 'urls' }),
      group({ name: 'slow', unrun: 1 }),
    ];
    expect(formatReport({ seed: 3, quick: true, groups }).split('\n').slice(-5)).toEqual([
      'inputs:',
      '    a',
      '        It answered 500.',
      'slow:',
      '    1 cases did not run before the deadline.',
    ]);
  });

  it('counts a group without findings as passed', () => {
    expect(countsOf([group({})])).toEqual({ passed: 10, failed: 0 });
    expect(formatReport({ seed: 1, quick: false, groups: [group({})] })).toContain('held');
  });
});
