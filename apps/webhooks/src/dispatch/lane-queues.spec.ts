import type { ClaimedDelivery } from '../attempts/claimed-delivery';
import { LaneQueues } from './lane-queues';

const delivery = (webhookId: number, id: number) => ({ accountId: 1, webhookId, id }) as ClaimedDelivery;
const ids = (deliveries: ClaimedDelivery[]) => deliveries.map(({ id }) => id);

let queues: LaneQueues;

beforeEach(() => {
  queues = new LaneQueues();
  for (const id of [1, 2, 3]) queues.add(delivery(7, id), 0);
  queues.add(delivery(8, 4), 1_500);
});

it('returns the deliveries of each lane in the order in which they were claimed', () => {
  expect(ids(queues.shift(7, 2))).toEqual([1, 2]);
  queues.add(delivery(7, 5), 1_500);
  expect(ids(queues.shift(7, 10))).toEqual([3, 5]);
  expect(queues.lanes().map(({ webhookId }) => webhookId)).toEqual([8]);
});

it('lists the least recently served lane first', () => {
  queues.shift(7, 1);
  expect(queues.lanes().map(({ webhookId }) => webhookId)).toEqual([8, 7]);
  expect(ids(queues.shift(7))).toEqual([2, 3]);
});

it('returns no delivery twice', () => {
  expect(ids(queues.drain())).toEqual([1, 2, 3, 4]);
  expect(queues.drain()).toEqual([]);
  expect(queues.isEmpty).toBe(true);
  expect(queues.lengthOf(7)).toBe(0);
});

it('counts a lane as overdue once its first delivery has waited too long', () => {
  queues.add(delivery(7, 5), 1_500);
  expect(queues.overdue(2_000)).toEqual([]);
  expect(queues.overdue(2_001)).toMatchObject([{ webhookId: 7 }]);
});

it('measures the wait of each delivery from its own claim', () => {
  queues.shift(7, 3);
  queues.add(delivery(7, 5), 1_500);
  expect(queues.overdue(2_001)).toEqual([]);
});
