import { lingerAfter } from './linger.rules';

it.each([
  [0, 0],
  [1, 10],
  [4, 10],
  [5, 25],
  [256, 25],
])('after a batch of %i events the next one waits for %i ms', (events, ms) => {
  expect(lingerAfter(events)).toBe(ms);
});
