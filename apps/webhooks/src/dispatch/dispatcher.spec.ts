import type { BackgroundLoops } from '@chat/bus';
import type { Logger } from '@chat/service-kit';
import type { WebhooksConfig } from '../config';
import type { ClaimedDelivery } from '../attempts/claimed-delivery';
import type { Capacity } from './capacity';
import type { AttemptsWatcher, ClaimedDeliveries } from './claimed-deliveries';
import {
  LANES_A_ROUND,
  type ClaimedLane,
  type DispatchRepository,
  type WaitingLane,
} from './dispatch.repository';
import { Dispatcher } from './dispatcher';
import { HeldLanes } from './held-lanes';
import type { Lane } from '../lanes/lane';
import { RightOfWay } from './right-of-way';
import type { Share } from './slots.rules';

/** Far less than the polling interval. */
const SOON_MS = 50;
/** The normal share of a lane. */
const QUOTA = 100;
/** The share of all backlogs together while other lanes have deliveries. */
const QUOTA_BESIDE_OTHERS = 32;

let crowded: number[];
/** Whether the account of all due lanes may hold no more slots. */
let isFull: boolean;
/** The accounts whose unproven endpoints may get nothing now. */
let overspent: number[];
let waiting: WaitingLane[];
let watcher: AttemptsWatcher;
let claimDue: () => Promise<unknown>;
let claimBacklogs: () => Promise<unknown>;
/** Whether each claimed lane has a backlog. */
let hasBacklog: boolean;
/** The quota per lane in the latest claim. */
let asked: Map<number, number>;
/** A lane with a full queue, because its receiver hangs. */
let hanging: number | null;
const wake = jest.fn();
const wakeBacklogs = jest.fn();

function dueLanes(count: number): WaitingLane[] {
  return Array.from({ length: count }, (_, index) => ({
    accountId: 1,
    webhookId: index + 1,
    dueInMs: 0,
    isRetrying: false,
    isProven: true,
  }));
}

beforeEach(() => {
  jest.useFakeTimers();
  wake.mockClear();
  wakeBacklogs.mockClear();
  crowded = [];
  isFull = false;
  overspent = [];
  waiting = [];
  hasBacklog = false;
  hanging = null;
  const loops = {
    add: ({ name, round }: { name: string; round: () => Promise<unknown> }) => {
      if (name === 'dispatch') claimDue = round;
      else claimBacklogs = round;
      return { wake: name === 'dispatch' ? wake : wakeBacklogs };
    },
  };
  const capacity = {
    free: 768,
    crowdedAccounts: () => crowded,
    freeForRetries: () => 0,
    overspent: () => overspent,
    untilUnprovenMs: (accountId: number) => (accountId === 1 ? 100 : 1_500),
    admitted: (lanes: Lane[]) => lanes,
    toClaimOfDue: (lanes: Lane[]) => {
      if (!isFull) return lanes.map((lane) => ({ ...lane, quota: QUOTA }));
      crowded = [1];
      return [];
    },
    toClaim: (lanes: Lane[]) => lanes.map((lane) => ({ ...lane, quota: QUOTA })),
  };
  const claimed = {
    watch: (given: AttemptsWatcher) => (watcher = given),
    queuedOf: (webhookId: number) => (webhookId === hanging ? QUOTA : 0),
    add: () => undefined,
  };
  const repository = {
    dueLanes: () => Promise.resolve(waiting),
    claim: (shares: Share[]) => {
      asked = new Map(shares.map(({ webhookId, quota }) => [webhookId, quota]));
      return Promise.resolve({
        lanes: shares.map((lane): ClaimedLane => ({ ...lane, isHeld: hasBacklog, heldUntil: 'later' })),
        deliveries: shares.map(({ webhookId }) => ({ webhookId, isProven: true }) as ClaimedDelivery),
      });
    },
  };
  const held = new HeldLanes();
  new Dispatcher(
    loops as unknown as BackgroundLoops,
    { WEBHOOK_TIMEOUT_MS: 15_000 } as WebhooksConfig,
    {} as Logger,
    repository as unknown as DispatchRepository,
    capacity as unknown as Capacity,
    claimed as unknown as ClaimedDeliveries,
    held,
    new RightOfWay(held),
  );
});

afterEach(() => {
  jest.useRealTimers();
});

it('starts a round as soon as a slot is free if it skipped the lanes of a crowded account', async () => {
  crowded = [1];
  await claimDue();
  watcher.freed();
  jest.advanceTimersByTime(SOON_MS);
  expect(wake).toHaveBeenCalledTimes(1);
});

it('starts another round at once if there may be more due lanes than a round reads', async () => {
  waiting = dueLanes(LANES_A_ROUND);
  await claimDue();
  jest.advanceTimersByTime(SOON_MS);
  expect(wake).toHaveBeenCalledTimes(1);
});

it('starts another round at once, without the accounts whose lanes filled this one and got nothing', async () => {
  waiting = dueLanes(LANES_A_ROUND);
  isFull = true;
  await claimDue();
  jest.advanceTimersByTime(0);
  expect(wake).toHaveBeenCalledTimes(1);
});

it('waits for the next poll if it has seen all due lanes', async () => {
  waiting = dueLanes(LANES_A_ROUND - 1);
  await claimDue();
  watcher.freed();
  jest.advanceTimersByTime(SOON_MS);
  expect(wake).not.toHaveBeenCalled();
});

it('starts a round soon after a trial, whose lane may be due again', () => {
  watcher.trialEnded();
  jest.advanceTimersByTime(SOON_MS);
  expect(wake).toHaveBeenCalledTimes(1);
});

it('starts a round when an account that it left out may have another trial', async () => {
  overspent = [2, 1];
  await claimDue();
  jest.advanceTimersByTime(99);
  expect(wake).not.toHaveBeenCalled();
  jest.advanceTimersByTime(1);
  expect(wake).toHaveBeenCalledTimes(1);
});

it('claims only a little of a backlog at a time while another lane has deliveries', async () => {
  await claimDueOf(2);
  await claimDueOf(1, { hasBacklog: true });
  await claimBacklogs();
  expect(asked.get(1)).toBe(QUOTA_BESIDE_OTHERS);
});

it('divides the reduced share equally among all backlogs', async () => {
  await claimDueOf(3);
  await claimDueOf(1, { hasBacklog: true });
  await claimDueOf(2, { hasBacklog: true });
  await claimBacklogs();
  expect([asked.get(1), asked.get(2)]).toEqual([QUOTA_BESIDE_OTHERS / 2, QUOTA_BESIDE_OTHERS / 2]);
});

it('claims nothing more of a backlog whose receiver hangs, without affecting other backlogs', async () => {
  await claimDueOf(3);
  await claimDueOf(1, { hasBacklog: true });
  await claimDueOf(2, { hasBacklog: true });
  hanging = 1;
  await claimBacklogs();
  expect([asked.get(1), asked.get(2)]).toEqual([undefined, QUOTA_BESIDE_OTHERS / 2]);
});

it('does not slow a backlog down because of earlier deliveries of the same lane', async () => {
  await claimDueOf(1);
  await claimDueOf(1, { hasBacklog: true });
  await claimBacklogs();
  expect(asked.get(1)).toBe(QUOTA);
});

it('restores the full share of a backlog once the other lanes had no deliveries for a second', async () => {
  await claimDueOf(2);
  await claimDueOf(1, { hasBacklog: true });
  jest.advanceTimersByTime(1_000);
  await claimBacklogs();
  expect(asked.get(1)).toBe(QUOTA);
});

/** Runs a round in which this lane is due. */
async function claimDueOf(webhookId: number, { hasBacklog: isLong } = { hasBacklog: false }): Promise<void> {
  waiting = [{ accountId: 1, webhookId, dueInMs: 0, isRetrying: false, isProven: true }];
  hasBacklog = isLong;
  await claimDue();
}
