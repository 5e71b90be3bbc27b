import type { ClaimedDelivery } from '../attempts/claimed-delivery';
import { Capacity } from './capacity';

/** The burst of retries. */
const RETRIES = 200;

const trial = (webhookId: number, isRetrying: boolean) =>
  ({ accountId: 1, webhookId, isRetrying, isProven: isRetrying }) as ClaimedDelivery;

it('counts requests to retrying endpoints against the budget of retries, and none to new ones', () => {
  const capacity = new Capacity();
  expect(capacity.freeForRetries(1_000)).toBe(RETRIES);
  for (let id = 0; id < 50; id += 1) capacity.take(trial(id, false), 1_000);
  expect(capacity.freeForRetries(1_000)).toBe(RETRIES);
  for (let id = 50; id < 60; id += 1) capacity.take(trial(id, true), 1_000);
  expect(capacity.freeForRetries(1_000)).toBe(RETRIES - 10);
});
