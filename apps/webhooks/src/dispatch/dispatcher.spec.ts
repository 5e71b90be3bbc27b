import type { BackgroundLoops } from '@chat/bus';
import type { Logger } from '@chat/service-kit';
import type { WebhooksConfig } from '../config';
import type { Attempts, AttemptsWatcher } from './attempts';
import { LANES_A_ROUND, type DispatchRepository, type WaitingLane } from './dispatch.repository';
import { Dispatcher } from './dispatcher';
import type { Lane } from './lane';

/** Far below the pause of the poll. */
const SOON_MS = 50;

let crowded: number[];
let waiting: WaitingLane[];
let watcher: AttemptsWatcher;
let look: () => Promise<unknown>;
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
  const loops = {
    add: ({ name, round }: { name: string; round: () => Promise<unknown> }) => {
      if (name === 'dispatch') look = round;
      return { wake: name === 'dispatch' ? wake : () => undefined };
    },
  };
  const attempts = {
    watch: (given: AttemptsWatcher) => (watcher = given),
    freeSlots: 768,
    crowdedAccounts: () => crowded,
    availableRetries: () => 0,
    restMs: () => 0,
    sharesOf: (lanes: Lane[]) => lanes.map((lane) => ({ ...lane, quota: 1 })),
    take: () => undefined,
  };
  const repository = {
    dueLanes: () => Promise.resolve(waiting),
    claim: () => Promise.resolve({ lanes: [], deliveries: [] }),
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
