import { HeldLanes } from './held-lanes';
import { RightOfWay } from './right-of-way';

const share = (webhookId: number, quota: number) => ({ accountId: 1, webhookId, quota });

let held: HeldLanes;
let rightOfWay: RightOfWay;

beforeEach(() => {
  held = new HeldLanes();
  const lanes = [7, 8].map((webhookId) => ({ ...share(webhookId, 1), isHeld: true, heldUntil: 'later' }));
  held.update(lanes, lanes, 0);
  rightOfWay = new RightOfWay(held);
});

describe('backlogs give way', () => {
  it('for a second after another lane had deliveries', () => {
    expect(rightOfWay.mustGiveWay(0)).toBe(false);
    rightOfWay.noteActive(9, 0);
    rightOfWay.noteActive(9, 500);
    expect([1_499, 1_500].map((nowMs) => rightOfWay.mustGiveWay(nowMs))).toEqual([true, false]);
  });

  it('not because of earlier deliveries of their own', () => {
    rightOfWay.noteActive(7, 0);
    expect(rightOfWay.mustGiveWay(0)).toBe(false);
    held.drop(7);
    expect(rightOfWay.mustGiveWay(0)).toBe(true);
  });
});

describe('while they give way', () => {
  it('each may have an equal part of 32 claimed, less what waits already', () => {
    const queuedOf = (webhookId: number) => (webhookId === 7 ? 10 : 16);
    expect(rightOfWay.toClaim([share(7, 100), share(8, 100)], queuedOf)).toEqual([share(7, 6)]);
  });

  it.each([
    [1, 40],
    [10, 80],
    [100, 500],
  ])('a claim that took %d ms is followed by a pause of %d ms', (claimMs, pauseMs) => {
    expect(rightOfWay.pauseMs(claimMs)).toBe(pauseMs);
  });

  it('two deliveries start together, and the next ones five milliseconds later', () => {
    expect(rightOfWay.toStart([share(7, 10)], 100)).toEqual([share(7, 2)]);
    expect(rightOfWay.toStart([share(7, 10)], 104)).toEqual([]);
    expect(rightOfWay.untilStartMs(104)).toBe(1);
    expect(rightOfWay.toStart([share(7, 10)], 105)).toEqual([share(7, 2)]);
  });

  it('a delivery does not wait if nothing started before', () => {
    expect(rightOfWay.toStart([], 100)).toEqual([]);
    expect(rightOfWay.toStart([share(7, 1)], 101)).toEqual([share(7, 1)]);
  });
});
