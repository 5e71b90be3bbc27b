import { horizonAfter, wholeOutbox, type Look } from './outbox-horizon.rules';

const look = (change: Partial<Look>): Look => ({
  lastId: 10,
  isCut: false,
  oldestRunning: 90n,
  markedBy: 100n,
  ...change,
});

describe('the horizon of an outbox', () => {
  const first = horizonAfter(wholeOutbox, look({ lastId: 10, markedBy: 100n }));

  it('does not advance on the first scan, since a transaction with a lower id may commit later', () =>
    expect(first).toEqual({ from: 0, next: { from: 11, before: 100n } }));

  it.each([
    ['a transaction from before the mark still runs', look({ lastId: 20, oldestRunning: 99n }), first],
    ['the look was cut below it', look({ lastId: 9, isCut: true, oldestRunning: 120n }), first],
    ['all from before the mark have ended', look({ lastId: 20, oldestRunning: 100n }), { from: 11, next: null }],
    ['the look was cut, but beyond it', look({ lastId: 20, isCut: true, oldestRunning: 120n }), { from: 11, next: null }],
  ])('is correct when %s', (_, then, expected) => expect(horizonAfter(first, then)).toEqual(expected)); // prettier-ignore

  it('never moves back', () => {
    const second = horizonAfter(first, look({ lastId: 20, oldestRunning: 100n }));
    expect(horizonAfter(second, look({ lastId: 30, markedBy: 130n }))).toEqual({
      from: 11,
      next: { from: 31, before: 130n },
    });
  });
});
