import type { BackgroundLoops } from '@chat/bus';
import type { Logger } from '@chat/service-kit';
import type { WebhooksConfig } from '../config';
import type { Attempts, AttemptsWatcher } from './attempts';
import type { DispatchRepository } from './dispatch.repository';
import { Dispatcher } from './dispatcher';

/** Far below the pause of the poll. */
const SOON_MS = 50;

let crowded: number[];
let watcher: AttemptsWatcher;
let look: () => Promise<unknown>;
const wake = jest.fn();

beforeEach(() => {
  jest.useFakeTimers();
  wake.mockClear();
  crowded = [];
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
    sharesOf: () => [],
  };
  const repository = { dueLanes: () => Promise.resolve([]) };
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

it('leaves the next look to the poll when it saw all lanes', async () => {
  await look();
  watcher.freed();
  jest.advanceTimersByTime(SOON_MS);
  expect(wake).not.toHaveBeenCalled();
});
