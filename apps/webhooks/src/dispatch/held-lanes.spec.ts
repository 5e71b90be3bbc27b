import { HeldLanes } from './held-lanes';

const lane = (webhookId: number, quota = 1) => ({ accountId: 1, webhookId, quota });
const claimed = (webhookId: number, isHeld: boolean, heldUntil = 'first') => ({
  accountId: 1,
  webhookId,
  isHeld,
  heldUntil,
});

let held: HeldLanes;

beforeEach(() => {
  held = new HeldLanes();
  held.update([lane(7), lane(8)], [claimed(7, true), claimed(8, true)], 0);
});

it('holds the lanes that the latest claim left with a backlog', () => {
  held.update([lane(7)], [claimed(7, false)], 10);
  expect(held.all().map(({ webhookId }) => webhookId)).toEqual([8]);
  held.update([lane(8)], [], 20);
  expect(held.size).toBe(0);
});

it('claims ahead twice as many deliveries of a lane as succeeded since the last claim', () => {
  for (let count = 0; count < 5; count += 1) held.noteSuccess(7);
  expect(held.toClaimAhead()).toEqual([{ ...lane(7), quota: 10 }]);
  expect(held.toClaimAhead()).toEqual([]);
});

it('lists the least recently claimed lane first', () => {
  held.update([lane(7)], [claimed(7, true)], 10);
  expect(held.all().map(({ webhookId }) => webhookId)).toEqual([8, 7]);
});

it('does not count the renewal of a hold as a claim', () => {
  held.update([lane(7, 0)], [claimed(7, true)], 10);
  expect(held.all().map(({ webhookId }) => webhookId)).toEqual([7, 8]);
});

it('keeps the successes noted before the result of a claim', () => {
  held.noteSuccess(7);
  held.update([lane(7)], [claimed(7, true)], 10);
  expect(held.toClaimAhead()).toEqual([{ ...lane(7), quota: 2 }]);
});

it('renews the hold of a lane that no claim has renewed for a second', () => {
  held.update([lane(7), lane(8)], [claimed(7, true), claimed(8, true, 'second')], 900);
  expect(held.toRenew(1_000, new Set()).map(({ webhookId }) => webhookId)).toEqual([7]);
  expect(held.toRenew(1_000, new Set([7]))).toEqual([]);
});

it('has the latest end of each hold', () => {
  held.update([lane(7)], [claimed(7, true, 'second')], 10);
  expect([7, 8, 9].map((webhookId) => held.heldUntilOf(webhookId))).toEqual(['second', 'first', undefined]);
});
