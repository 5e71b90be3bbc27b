import { planRounds, seedOf } from './plan.rules';

const shares = [
  { name: 'kill', count: 3 },
  { name: 'pause', count: 2 },
];

describe('planRounds', () => {
  it('is the same for the same seed, and differs for another', () => {
    expect(planRounds(shares, 1)).toEqual(planRounds(shares, 1));
    expect([2, 3, 4, 5].map((seed) => planRounds(shares, seed))).not.toEqual(
      Array.from({ length: 4 }, () => planRounds(shares, 1)),
    );
  });

  it('has every turn of every row once, with each row in order', () => {
    const turnsOf = (row: string) =>
      planRounds(shares, 7)
        .filter((round) => round.row === row)
        .map(({ turn }) => turn);
    expect(turnsOf('kill')).toEqual([0, 1, 2]);
    expect(turnsOf('pause')).toEqual([0, 1]);
  });
});

describe('seedOf', () => {
  it('differs by row and by seed', () => {
    expect(new Set([seedOf('kill', 1), seedOf('pause', 1), seedOf('kill', 2)]).size).toBe(3);
  });
});
