import type { BackgroundLoops } from '@chat/bus';
import type { Logger } from '@chat/service-kit';
import type { WebhooksConfig } from '../config';
import type { Attempts, AttemptsWatcher } from './attempts';
import {
  LANES_A_ROUND,
  type ClaimedDelivery,
  type ClaimedLane,
  type DispatchRepository,
  type WaitingLane,
} from './dispatch.repository';
import { Dispatcher } from './dispatcher';
import type { Lane } from './lane';
import type { Share } from './slots.rules';

/** Far below the pause of the poll. */
const SOON_MS = 50;
/** What every lane may have. */
const QUOTA = 100;
/** What a backlog may have at a time while others have deliveries. */
const QUOTA_BESIDE_OTHERS = 64;

let crowded: number[];
let waiting: WaitingLane[];
let watcher: AttemptsWatcher;
let look: () => Promise<unknown>;
let goOn: () => Promise<unknown>;
/** Whether a claim finds a backlog in each lane that it asks for. */
let hasBacklog: boolean;
/** The quota of each lane that a claim asks for. */
let asked: Map<number, number>;
/** A lane of which much waits for its receiver. */
let hanging: number | null;
const wake = jest.fn();

function dueLanes(count: number): WaitingLane[] {
  return Array.from({ length: count }, (_, index) => ({
    accountId: 1,
    webhookId: index + 1,
    dueInMs: 0,
    isRetrying: false,
  }));
}

beforeEach(() => {
  jest.useFakeTimers();
  wake.mockClear();
  crowded = [];
  waiting = [];
  hasBacklog = false;
  hanging = null;
  const loops = {
    add: ({ name, round }: { name: string; round: () => Promise<unknown> }) => {
      if (name === 'dispatch') look = round;
      else goOn = round;
      return { wake: name === 'dispatch' ? wake : () => undefined };
    },
  };
  const attempts = {
    watch: (given: AttemptsWatcher) => (watcher = given),
    freeSlots: 768,
    crowdedAccounts: () => crowded,
    availableRetries: () => 0,
    restMs: () => 0,
    sharesOf: (lanes: Lane[]) => lanes.map((lane) => ({ ...lane, quota: QUOTA })),
    queuedOf: (webhookId: number) => (webhookId === hanging ? QUOTA : 0),
    take: () => undefined,
  };
  const repository = {
    dueLanes: () => Promise.resolve(waiting),
    claim: (shares: Share[]) => {
      asked = new Map(shares.map(({ webhookId, quota }) => [webhookId, quota]));
      return Promise.resolve({
        lanes: shares.map((lane): ClaimedLane => ({ ...lane, isHeld: hasBacklog, heldUntil: 'later' })),
        deliveries: shares.map(({ webhookId }) => ({ webhookId, isRetrying: false }) as ClaimedDelivery),
      });
    },
  };
  new Dispatcher(
    loops as unknown as BackgroundLoops,
    { WEBHOOK_TIMEOUT_MS: 15_000 } as WebhooksConfig,
    {} as Logger,
    repository as unknown as DispatchRepository,
    attempts as unknown as Attempts,
  );
});

afterEach(() => {
  jest.useRealTimers();
});

it('looks again as soon as a slot is free when it passed over the lanes of a crowded account', async () => {
  crowded = [1];
  await look();
  watcher.freed();
  jest.advanceTimersByTime(SOON_MS);
  expect(wake).toHaveBeenCalledTimes(1);
});

it('looks again at once when there may be more lanes than a round looks at', async () => {
  waiting = dueLanes(LANES_A_ROUND);
  await look();
  jest.advanceTimersByTime(SOON_MS);
  expect(wake).toHaveBeenCalledTimes(1);
});

it('leaves the next look to the poll when it saw all lanes', async () => {
  waiting = dueLanes(LANES_A_ROUND - 1);
  await look();
  watcher.freed();
  jest.advanceTimersByTime(SOON_MS);
  expect(wake).not.toHaveBeenCalled();
});

it('lets a backlog have little at a time while another lane has deliveries', async () => {
  await lookAt(2);
  await lookAt(1, { hasBacklog: true });
  await goOn();
  expect(asked.get(1)).toBe(QUOTA_BESIDE_OTHERS);
});

it('shares what backlogs may have among all of them', async () => {
  await lookAt(3);
  await lookAt(1, { hasBacklog: true });
  await lookAt(2, { hasBacklog: true });
  await goOn();
  expect([asked.get(1), asked.get(2)]).toEqual([QUOTA_BESIDE_OTHERS / 2, QUOTA_BESIDE_OTHERS / 2]);
});

it('claims nothing more of a backlog whose receiver hangs, which keeps no other', async () => {
  await lookAt(3);
  await lookAt(1, { hasBacklog: true });
  await lookAt(2, { hasBacklog: true });
  hanging = 1;
  await goOn();
  expect([asked.get(1), asked.get(2)]).toEqual([undefined, QUOTA_BESIDE_OTHERS / 2]);
});

it('does not slow a backlog down for deliveries that its lane had before it', async () => {
  await lookAt(1);
  await lookAt(1, { hasBacklog: true });
  await goOn();
  expect(asked.get(1)).toBe(QUOTA);
});

it('lets a backlog have all again once the others had no deliveries for a second', async () => {
  await lookAt(2);
  await lookAt(1, { hasBacklog: true });
  jest.advanceTimersByTime(1_000);
  await goOn();
  expect(asked.get(1)).toBe(QUOTA);
});

/** A look that finds this lane due. */
async function lookAt(webhookId: number, found = { hasBacklog: false }): Promise<void> {
  waiting = [{ accountId: 1, webhookId, dueInMs: 0, isRetrying: false }];
  ({ hasBacklog } = found);
  await look();
}
