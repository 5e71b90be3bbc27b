import type { Transactions } from '@chat/bus';
import type { Jobs } from '@chat/jobs';
import type { Logger } from '@chat/service-kit';
import type { WebhooksConfig } from '../config';
import { AttemptRecorder } from './attempt-recorder';
import type { AttemptResult, ClaimedDelivery, DispatchRepository } from './dispatch.repository';
import type { OutcomesRepository } from './outcomes.repository';

/** The numbers of results that were written together. */
let writes: number[];
let recorder: AttemptRecorder;

/** Lets all writes finish that wait for nothing but turns of the event loop. */
const turns = async () => {
  for (let count = 0; count < 10; count += 1) await new Promise((resolve) => setImmediate(resolve));
};

const result = (error: AttemptResult['error']) =>
  ({
    delivery: { id: 1, accountId: 1, webhookId: 1, isEndpointFailing: false } as ClaimedDelivery,
    error,
  }) as AttemptResult;

beforeEach(() => {
  jest.useFakeTimers({ doNotFake: ['setImmediate', 'clearImmediate', 'nextTick', 'queueMicrotask'] });
  writes = [];
  const repository = { record: (results: unknown[]) => Promise.resolve(void writes.push(results.length)) };
  recorder = new AttemptRecorder(
    { WEBHOOK_TIMEOUT_MS: 1_000 } as WebhooksConfig,
    {} as Logger,
    repository as unknown as DispatchRepository,
    {} as OutcomesRepository,
    { run: () => Promise.resolve() } as unknown as Transactions,
    {} as Jobs,
  );
});

afterEach(() => jest.useRealTimers());

it('writes failures together that are recorded within a tenth of a second', async () => {
  void recorder.record(result('protocol'));
  await turns();
  expect(writes).toEqual([1]);
  for (let count = 0; count < 9; count += 1) {
    void recorder.record(result('protocol'));
    jest.advanceTimersByTime(10);
    await turns();
  }
  expect(writes).toEqual([1]);
  jest.advanceTimersByTime(10);
  await turns();
  expect(writes).toEqual([1, 9]);
});

it('writes a success at once, even while failures are being gathered', async () => {
  void recorder.record(result('protocol'));
  await turns();
  void recorder.record(result('protocol'));
  void recorder.record(result(null));
  await turns();
  expect(writes).toEqual([1, 1]);
});
