import { setImmediate as turn } from 'node:timers/promises';
import type { Logger } from '@chat/service-kit';
import type { AttemptRecorder } from '../attempts/attempt-recorder';
import type { ClaimedDelivery } from '../attempts/claimed-delivery';
import type { AttemptAnswer } from '../attempts/attempt.rules';
import type { Sender } from '../attempts/sender';
import type { Hold } from '../lanes/lane';
import { Capacity } from './capacity';
import { ClaimedDeliveries } from './claimed-deliveries';
import type { DispatchRepository, GivenBack } from './dispatch.repository';
import { HeldLanes } from './held-lanes';
import { RightOfWay } from './right-of-way';

/** The initial number of concurrent requests. */
const FIRST_LIMIT = 4;
const LANE = 7;

let claimed: ClaimedDeliveries;
let capacity: Capacity;
/** Functions that end the requests in flight, in the order in which these started. */
let underWay: ((status: number, isExcessive?: boolean) => void)[];
let posted: number[];
/** The deliveries that were recorded or given back, in order. */
let done: [what: string, ids: number[], holds?: readonly Hold[]][];
let held: HeldLanes;
let rightOfWay: RightOfWay;
const HOLD = { accountId: 1, webhookId: LANE, heldUntil: '2026-01-31 10:20:30+00' };

const answerOf = (status: number, isExcessive = false): AttemptAnswer => ({
  error: status === 200 ? null : 'http_status',
  responseStatus: status,
  retryAfterMs: null,
  responseBody: '',
  durationMs: 1,
  isExcessive,
});

const deliveries = (...ids: number[]) =>
  ids.map(
    (id) =>
      ({
        accountId: 1,
        webhookId: LANE,
        id,
        attempts: 0,
        isMeasured: false,
        isProven: true,
      }) as ClaimedDelivery,
  );

/** Holds the lanes, beside another one that is active. */
function giveWay(...webhookIds: number[]): void {
  const lanes = webhookIds.map((webhookId) => ({ ...HOLD, webhookId, quota: 1, isHeld: true }));
  held.update(lanes, lanes, performance.now());
  rightOfWay.noteActive(99, performance.now());
}

beforeEach(() => {
  jest.useFakeTimers({ doNotFake: ['setImmediate'] });
  underWay = [];
  posted = [];
  done = [];
  held = new HeldLanes();
  rightOfWay = new RightOfWay(held);
  const sender = {
    post: ({ id }: ClaimedDelivery, { onWrite }: { onWrite: () => void }) => {
      posted.push(id);
      onWrite();
      return new Promise<AttemptAnswer>((resolve) => underWay.push((...end) => resolve(answerOf(...end))));
    },
  };
  const recorder = {
    record: ({ delivery }: { delivery: ClaimedDelivery }) =>
      Promise.resolve(void done.push(['record', [delivery.id]])),
  };
  const repository = {
    giveBack: ({ deliveries, holds }: GivenBack) =>
      Promise.resolve(void done.push(['give back', deliveries.map(({ id }) => id), holds])),
  };
  capacity = new Capacity();
  claimed = new ClaimedDeliveries(
    {} as Logger,
    repository as unknown as DispatchRepository,
    sender as unknown as Sender,
    recorder as unknown as AttemptRecorder,
    capacity,
    held,
    rightOfWay,
  );
  claimed.watch({ freed: () => {}, trialEnded: () => {} });
  claimed.add(deliveries(1, 2, 3, 4, 5, 6));
});

afterEach(() => {
  jest.useRealTimers();
});

describe('deliveries claimed ahead', () => {
  it('start as other attempts of their lane end', async () => {
    expect(posted).toEqual([1, 2, 3, 4]);
    underWay[0]!(200);
    await turn();
    await turn();
    expect(posted).toEqual([1, 2, 3, 4, 5, 6]);
  });

  it('start a few at a time while their lane gives way', async () => {
    giveWay(LANE);
    claimed.add(deliveries(7, 8));
    underWay.splice(0).forEach((end) => end(200));
    await turn();
    await turn();
    expect(posted.slice(FIRST_LIMIT)).toEqual([5, 6]);
    underWay.splice(0).forEach((end) => end(200));
    jest.advanceTimersByTime(4);
    await turn();
    await turn();
    expect(posted).toHaveLength(6);
    jest.advanceTimersByTime(1);
    await turn();
    expect(posted.slice(6)).toEqual([7, 8]);
  });

  it('alternate with those of other lanes that give way', async () => {
    const others = [8, 9, 10].map((webhookId) => ({ ...deliveries(webhookId)[0]!, webhookId }));
    giveWay(LANE, 8, 9, 10);
    claimed.add(others);
    expect(posted.slice(FIRST_LIMIT)).toEqual([8, 9]);
    underWay.splice(0).forEach((end) => end(200));
    jest.advanceTimersByTime(5);
    await turn();
    await turn();
    expect(posted.slice(FIRST_LIMIT + 2)).toEqual(expect.arrayContaining([5, 10]));
  });

  it.each<[string, number, boolean]>([
    ['a 410 from their receiver', 410, false],
    ['an excessive exchange', 200, true],
  ])('are given back with the hold of their lane after %s is recorded', async (_, status, isExcessive) => {
    giveWay(LANE);
    expect(posted).toHaveLength(FIRST_LIMIT);
    underWay.forEach((end) => end(status, isExcessive));
    await turn();
    await turn();
    expect(posted).toHaveLength(FIRST_LIMIT);
    expect(held.has(LANE)).toBe(false);
    expect(done.findIndex(([what]) => what === 'record')).toBe(0);
    expect(done).toContainEqual(['give back', [5, 6], [expect.objectContaining(HOLD)]]);
    expect(claimed.queuedOf(LANE)).toBe(0);
  });

  it('are given back after two to four seconds if they get no slot meanwhile', async () => {
    claimed.add(deliveries(11, 12, 13, 14, 15).map((delivery) => ({ ...delivery, webhookId: 8 })));
    for (let seconds = 0; seconds < 4; seconds += 1) {
      jest.advanceTimersByTime(1_001);
      await turn();
    }
    expect(done).toEqual([['give back', [5, 6, 15], []]]);
  });

  it('are more if others of their lane succeed', async () => {
    giveWay(LANE);
    underWay.splice(0).forEach((end) => end(200));
    await turn();
    expect(held.toClaimAhead()).toEqual([{ accountId: 1, webhookId: LANE, quota: 2 * FIRST_LIMIT }]);
  });
});

describe('unproven endpoints', () => {
  const lanes = Array.from({ length: 12 }, (_, index) => ({
    accountId: 1,
    webhookId: 20 + index,
    isProven: false,
  }));
  const admitted = () => capacity.admitted(lanes, performance.now()).length;

  it('share the budget of their account: what fails stays spent, and what succeeds does not', async () => {
    expect(admitted()).toBe(10);
    underWay = [];
    claimed.add(lanes.slice(0, 10).map((lane) => ({ ...deliveries(lane.webhookId)[0]!, ...lane })));
    expect(admitted()).toBe(0);
    underWay.splice(0).forEach((end, index) => end(index < 4 ? 200 : 500));
    await turn();
    expect(admitted()).toBe(4);
  });
});
