import { Throttle } from './throttle';

const lane = (webhookId: number, accountId = 1) => ({ accountId, webhookId });

let throttle: Throttle;

beforeEach(() => {
  throttle = new Throttle();
});

const restsMs = (lanes: ReturnType<typeof lane>[], nowMs: number, busy: number[] = []) =>
  throttle.restsMs(lanes, ({ webhookId }) => busy.includes(webhookId), nowMs);

const resting = (webhookIds: number[], endInMs: number) => ({ webhookIds, endInMs });
const NONE = resting([], Infinity);

const exceed = (webhookId: number, nowMs: number, accountId = 1) =>
  throttle.noteEnd(lane(webhookId, accountId), true, nowMs);

describe('an endpoint with an excessive exchange', () => {
  it.each([
    ['at once', 0, true, 100],
    ['while it rests', 40, true, 60],
    ['after its rest', 100, true, 0],
    ['just before it is over', 599_999, true, 0],
    ['when it is over', 600_000, false, 0],
  ])('%s', (_, afterMs, isThrottled, restMs) => {
    exceed(7, 5_000);
    expect(throttle.isThrottled(7, 5_000 + afterMs)).toBe(isThrottled);
    expect(restsMs([lane(7)], 5_000 + afterMs)).toEqual([restMs]);
  });

  it('is throttled from its latest excess on', () => {
    exceed(7, 0);
    exceed(7, 300_000);
    expect(throttle.isThrottled(7, 800_000)).toBe(true);
  });

  it('affects neither the normal endpoints of its account nor other accounts', () => {
    exceed(7, 0);
    exceed(20, 0, 2);
    expect(throttle.isThrottled(8, 0)).toBe(false);
    expect(restsMs([lane(8), lane(20, 2)], 99)).toEqual([0, 1]);
  });

  it('still gets one request at a time after a normal exchange, but need not rest', () => {
    exceed(7, 0);
    throttle.noteStart(lane(7), 200);
    throttle.noteEnd(lane(7), false, 210);
    expect(throttle.isThrottled(7, 210)).toBe(true);
    expect(restsMs([lane(7)], 210)).toEqual([0]);
    throttle.noteStart(lane(7), 400);
    expect(throttle.resting(400)).toEqual(NONE);
  });
});

describe('endpoints of one account whose latest exchanges were excessive', () => {
  beforeEach(() => {
    [7, 8, 9].forEach((webhookId) => exceed(webhookId, 0));
  });

  it('rest together after each request and after each excess', () => {
    throttle.noteStart(lane(7), 1_000);
    expect(restsMs([lane(7), lane(8)], 1_000)).toEqual([100, 100]);
    exceed(7, 1_050);
    expect(restsMs([lane(7), lane(8)], 1_050)).toEqual([100, 100]);
  });

  it('are listed while they rest, with the time until they may get requests', () => {
    exceed(20, 0, 2);
    throttle.noteStart(lane(20, 2), 960);
    throttle.noteStart(lane(7), 1_000);
    expect(throttle.resting(1_010)).toEqual(resting([7, 8, 9, 20], 50));
    expect(throttle.resting(1_060)).toEqual(resting([7, 8, 9], 40));
    throttle.noteEnd(lane(9), false, 1_070);
    expect(throttle.resting(1_070)).toEqual(resting([7, 8], 30));
    expect(throttle.resting(1_100)).toEqual(NONE);
  });

  it('are no longer listed when they are no longer throttled', () => {
    exceed(9, 300_000);
    throttle.noteStart(lane(9), 600_000);
    expect(throttle.resting(600_000).webhookIds).toEqual([9]);
  });

  it('take turns, the first one first', () => {
    expect(restsMs([lane(9), lane(7), lane(8)], 1_000)).toEqual([0, 100, 100]);
  });

  it('do not lose their turn to one that is busy', () => {
    expect(restsMs([lane(7), lane(8), lane(9)], 1_000, [7])).toEqual([0, 0, 100]);
  });
});

it('forgets endpoints that are no longer throttled, and accounts that no longer rest', () => {
  for (let id = 1; id <= 100; id += 1) exceed(id, id, id);
  exceed(1, 150, 1);
  exceed(101, 600_099, 101);
  expect(throttle.size).toBe(3 + 1);
});
