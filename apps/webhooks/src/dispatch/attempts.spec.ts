import { setImmediate as turn } from 'node:timers/promises';
import type { Logger } from '@chat/service-kit';
import type { AttemptRecorder } from './attempt-recorder';
import { Attempts } from './attempts';
import type { ClaimedDelivery, DispatchRepository, Released } from './dispatch.repository';
import type { Hold } from '../lanes/lane';
import type { AttemptAnswer, Sender } from './sender';

/** The initial number of concurrent requests. */
const FIRST_LIMIT = 4;
const LANE = 7;

let attempts: Attempts;
/** Functions that end the requests in flight, in the order in which these started. */
let underWay: ((status: number, isExcessive?: boolean) => void)[];
let posted: number[];
/** The deliveries that were recorded or released, in order. */
let done: [what: string, ids: number[], holds?: readonly Hold[]][];
let givingWay: Set<number>;
const HOLD = { accountId: 1, webhookId: LANE, heldUntil: '2026-01-31 10:20:30+00' };
const gaveBack = jest.fn(() => HOLD);
const succeeded = jest.fn();

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

beforeEach(() => {
  underWay = [];
  posted = [];
  done = [];
  givingWay = new Set();
  gaveBack.mockClear();
  succeeded.mockClear();
  const sender = {
    post: ({ id }: ClaimedDelivery, onLeave: () => void) => {
      posted.push(id);
      onLeave();
      return new Promise<AttemptAnswer>((resolve) => underWay.push((...end) => resolve(answerOf(...end))));
    },
  };
  const recorder = {
    record: ({ delivery }: { delivery: ClaimedDelivery }) =>
      Promise.resolve(void done.push(['record', [delivery.id]])),
  };
  const repository = {
    release: ({ deliveries, holds }: Released) =>
      Promise.resolve(void done.push(['release', deliveries.map(({ id }) => id), holds])),
  };
  attempts = new Attempts(
    {} as Logger,
    repository as unknown as DispatchRepository,
    sender as unknown as Sender,
    recorder as unknown as AttemptRecorder,
  );
  attempts.watch({
    freed: () => {},
    tried: () => {},
    succeeded,
    givingWay: () => givingWay,
    gaveBack,
  });
  attempts.take(deliveries(1, 2, 3, 4, 5, 6));
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

  it('start a few at a time while their lane yields', async () => {
    jest.useFakeTimers({ doNotFake: ['setImmediate'] });
    givingWay.add(LANE);
    attempts.take(deliveries(7, 8));
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

  it('alternate with those of other lanes that yield', async () => {
    jest.useFakeTimers({ doNotFake: ['setImmediate'] });
    const others = [8, 9, 10].map((webhookId) => ({ ...deliveries(webhookId)[0]!, webhookId }));
    [LANE, 8, 9, 10].forEach((webhookId) => givingWay.add(webhookId));
    attempts.take(others);
    expect(posted.slice(FIRST_LIMIT)).toEqual([8, 9]);
    underWay.splice(0).forEach((end) => end(200));
    jest.advanceTimersByTime(5);
    await turn();
    await turn();
    expect(posted.slice(FIRST_LIMIT + 2)).toEqual(expect.arrayContaining([5, 10]));
  });

  it('are released with the hold of their lane after a 410 from their receiver is recorded', async () => {
    expect(posted).toHaveLength(FIRST_LIMIT);
    underWay.forEach((end) => end(410));
    await turn();
    await turn();
    expect(posted).toHaveLength(FIRST_LIMIT);
    expect(gaveBack).toHaveBeenCalledWith(LANE);
    expect(done.findIndex(([what]) => what === 'record')).toBe(0);
    expect(done).toContainEqual(['release', [5, 6], [HOLD]]);
    expect(attempts.queuedOf(LANE)).toBe(0);
  });
});

describe('deliveries of an account whose receivers sent too much', () => {
  beforeEach(async () => {
    jest.useFakeTimers({ doNotFake: ['setImmediate'] });
    attempts.take([{ ...deliveries(20)[0]!, webhookId: 8 }]);
    await endAll();
    attempts.take([{ ...deliveries(21)[0]!, webhookId: 8 }]);
    posted = [];
  });

  /** Ends all requests with a success that was excessive. */
  async function endAll(): Promise<void> {
    underWay.splice(0).forEach((end) => end(200, true));
    await turn();
    await turn();
  }

  async function pass(ms: number): Promise<void> {
    jest.advanceTimersByTime(ms);
    await turn();
  }

  it('start one at a time, with rests in between, in turns', async () => {
    await pass(99);
    expect(posted).toEqual([]);
    await pass(1);
    expect(posted).toEqual([5]);
    await endAll();
    await pass(99);
    expect(posted).toEqual([5]);
    await pass(1);
    expect(posted).toEqual([5, 21]);
  });

  it('are not claimed ahead until a receiver responds normally', async () => {
    succeeded.mockClear();
    await pass(100);
    await endAll();
    expect(posted).toEqual([5]);
    expect(succeeded).not.toHaveBeenCalled();
    await pass(100);
    underWay.splice(0).forEach((end) => end(200));
    await turn();
    expect(succeeded).toHaveBeenCalledWith(8);
  });
});
