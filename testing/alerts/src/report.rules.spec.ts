import { findingOf, formatOutcome, type Outcome } from './report.rules';

const good: Outcome = {
  alert: 'ChatJobsLate',
  fault: 'a job waits',
  firedMs: 21_400,
  clearedMs: 33_000,
  lasts: undefined,
  raised: [],
  unexpected: [],
};

describe('findingOf', () => {
  it.each([
    ['accepts an alert that fires and ends', good, false, null],
    ['reports one that does not fire', { ...good, firedMs: null }, false, 'did not fire'],
    ['reports one that does not end', { ...good, clearedMs: null }, false, 'did not end'],
    ['accepts that for one that lasts', { ...good, clearedMs: null, lasts: 'for hours' }, false, null],
    ['reports another alert', { ...good, unexpected: ['ChatOther'] }, false, 'also fired: ChatOther'],
    ['accepts that if it is patient', { ...good, unexpected: ['ChatOther'] }, true, null],
  ])('%s', (_, outcome, isPatient, expected) => {
    expect(findingOf(outcome, isPatient)).toBe(expected);
  });
});

describe('formatOutcome', () => {
  it('names the alert, the fault, when it fired and ended, and what else fired', () => {
    const outcome = { ...good, raised: ['ChatOther'], unexpected: ['ChatOther'] };
    expect(formatOutcome(outcome, false)).toBe(
      [
        'FAIL ChatJobsLate             fired after  21 s, cleared after  33 s',
        '       a job waits',
        '       along with ChatOther',
        '       also fired: ChatOther',
      ].join('\n'),
    );
  });
});
