import { Trickle } from './trickle';

const share = (webhookId: number, quota: number) => ({ accountId: 1, webhookId, quota });

it('starts two deliveries together, and the next ones five milliseconds later', () => {
  const trickle = new Trickle();
  expect(trickle.take([share(1, 10)], 100)).toEqual([share(1, 2)]);
  expect(trickle.take([share(1, 10)], 104)).toEqual([]);
  expect(trickle.waitMs(104)).toBe(1);
  expect(trickle.take([share(1, 10)], 105)).toEqual([share(1, 2)]);
});

it('does not wait if nothing started before', () => {
  const trickle = new Trickle();
  expect(trickle.take([], 100)).toEqual([]);
  expect(trickle.take([share(1, 1)], 101)).toEqual([share(1, 1)]);
});
