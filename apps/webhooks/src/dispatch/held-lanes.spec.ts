import { HeldLanes } from './held-lanes';

const lane = (webhookId: number, quota = 1) => ({ accountId: 1, webhookId, quota });
const none = new Set<number>();
const found = (webhookId: number, isHeld: boolean, heldUntil = 'first') => ({
  accountId: 1,
  webhookId,
  isHeld,
  heldUntil,
});

let held: HeldLanes;

beforeEach(() => {
  held = new HeldLanes(1_000);
  held.note([lane(7), lane(8)], [found(7, true), found(8, true)], none, 0);
});

it('holds the lanes that the latest claim left with a backlog', () => {
  held.note([lane(7)], [found(7, false)], none, 10);
  expect(held.all().map(({ webhookId }) => webhookId)).toEqual([8]);
  held.note([lane(8)], [], none, 20);
  expect(held.size).toBe(0);
});

it('claims ahead twice as many deliveries of a lane as succeeded since the last claim', () => {
  for (let count = 0; count < 5; count += 1) held.noteSuccess(7);
  expect(held.toClaimAhead([lane(7), lane(8)])).toEqual([{ ...lane(7), quota: 10 }]);
  expect(held.toClaimAhead([lane(7), lane(8)])).toEqual([]);
});

it('lists the least recently claimed lane first', () => {
  held.note([lane(7)], [found(7, true)], none, 10);
  expect(held.all().map(({ webhookId }) => webhookId)).toEqual([8, 7]);
});

it('does not count the renewal of a hold as a claim', () => {
  held.note([lane(7, 0)], [found(7, true)], none, 10);
  expect(held.all().map(({ webhookId }) => webhookId)).toEqual([7, 8]);
});

it('keeps the successes noted before the result of a claim', () => {
  held.noteSuccess(7);
  held.note([lane(7)], [found(7, true)], none, 10);
  expect(held.toClaimAhead([lane(7)])).toEqual([{ ...lane(7), quota: 2 }]);
});

it('renews the hold of a lane that has received no deliveries for a while', () => {
  held.note([lane(8)], [found(8, true)], none, 900);
  expect(held.toRenew(1_000, new Set()).map(({ webhookId }) => webhookId)).toEqual([7]);
  expect(held.toRenew(1_000, new Set([7]))).toEqual([]);
});

it('keeps a lane fresh for a while after its hold is renewed; a claim of a fresh lane does not renew it', () => {
  expect(held.fresh(499)).toEqual(new Set([7, 8]));
  held.note([lane(7)], [found(7, true)], held.fresh(499), 499);
  expect(held.fresh(500)).toEqual(none);
  held.note([lane(7)], [found(7, true)], held.fresh(500), 500);
  expect(held.fresh(999)).toEqual(new Set([7]));
});

it('proves a hold with the latest claim that renewed it', () => {
  held.note([lane(7), lane(8)], [found(7, true, 'second'), found(8, true, 'second')], new Set([8]), 10);
  expect(held.proofs()).toEqual(
    new Map([
      [7, 'second'],
      [8, 'first'],
    ]),
  );
});
