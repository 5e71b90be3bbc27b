import { scheduleOf } from './schedule.rules';

it('plays each kind once per round, with good receivers before, between and after them', () => {
  const order = scheduleOf('good', ['a', 'b', 'c', 'd', 'e'], 2, Math.random);
  expect(order).toHaveLength(16);
  for (const round of [order.slice(0, 8), order.slice(8)]) {
    expect(round.toSorted()).toEqual(['a', 'b', 'c', 'd', 'e', 'good', 'good', 'good']);
    expect([round[0], round[5], round[7]]).toEqual(['good', 'good', 'good']);
  }
});

it('shuffles the kinds by the given random numbers', () => {
  const numbers = [0.9, 0.1, 0.5];
  expect(scheduleOf('good', ['a', 'b', 'c'], 1, () => numbers.shift()!)).toEqual([
    'good',
    'b',
    'c',
    'a',
    'good',
  ]);
});
