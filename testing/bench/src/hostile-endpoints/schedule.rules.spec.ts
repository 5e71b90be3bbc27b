import { scheduleOf } from './schedule.rules';

it('plays each kind once per round, with good receivers before, between and after them', () => {
  const order = scheduleOf('good', ['a', 'b', 'c', 'd'], 2, Math.random);
  expect(order).toHaveLength(14);
  for (const round of [order.slice(0, 7), order.slice(7)]) {
    expect(round.toSorted()).toEqual(['a', 'b', 'c', 'd', 'good', 'good', 'good']);
    expect([round[0], round[4], round[6]]).toEqual(['good', 'good', 'good']);
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
    'good',
  ]);
});
