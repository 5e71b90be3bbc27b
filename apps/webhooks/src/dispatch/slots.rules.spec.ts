import { capShares, largerShares, mostOfAccount, shareSlots } from './slots.rules';

const lane = (webhookId: number, inFlight = 0) => ({ accountId: 1, webhookId, inFlight, limit: 128 });
const slow = (webhookId: number, inFlight = 0) => ({ ...lane(webhookId, inFlight), limit: 1 });
const anyRoom = () => Infinity;
const quotas = (free: number, ...lanes: ReturnType<typeof lane>[]) =>
  shareSlots(free, lanes, anyRoom).map(({ webhookId, quota }) => [webhookId, quota]);

describe('shareSlots', () => {
  it.each([
    ['an endpoint alone gets a ninth', quotas(90, lane(1)), [[1, 10]]],
    ['what already runs counts', quotas(90, lane(1, 7)), [[1, 3]]],
    ['an endpoint that holds its share gets nothing', quotas(90, lane(1, 10)), []],
    ['two get a tenth each', quotas(90, lane(1), lane(2)), [[1, 9], [2, 9]]], // prettier-ignore
    ['the least busy come first', quotas(33, lane(1, 5), lane(2, 1), lane(3)), [[3, 3], [2, 2]]], // prettier-ignore
    ['nearly full: one slot each for the idle', quotas(2, lane(1, 9), lane(2), lane(3, 1)), [[2, 1]]],
    ['more idle endpoints than slots: some wait', quotas(2, lane(1), lane(2), lane(3)), [[1, 1], [2, 1]]], // prettier-ignore
    ['no more than its limit', quotas(90, slow(1)), [[1, 1]]],
    ['one at its limit gets nothing, and keeps nobody', quotas(100, slow(1, 1), lane(2, 3)), [[2, 7]]], // prettier-ignore
    ['full: nothing', quotas(0, lane(1)), []],
    ['nothing due: nothing', quotas(512), []],
  ])('%s', (_, actual, expected) => expect(actual).toEqual(expected));

  it('has a slot for a new endpoint even if a hundred others never respond', () => {
    let free = 512;
    const inFlight = Array.from({ length: 100 }, () => 0);
    for (let round = 0; round < 50; round += 1) {
      const lanes = inFlight.map((count, id) => lane(id, count));
      for (const { webhookId, quota } of shareSlots(free, lanes, anyRoom)) {
        inFlight[webhookId]! += quota;
        free -= quota;
      }
    }
    const stuck = inFlight.map((count, id) => lane(id, count));
    expect(shareSlots(free, [...stuck, lane(1000)], anyRoom)).toEqual([
      { accountId: 1, webhookId: 1000, quota: 1 },
    ]);
  });

  it('limits the endpoints of an account to the slots of that account', () => {
    const lanes = [1, 2, 3].map((webhookId) => lane(webhookId));
    const other = { ...lane(9), accountId: 2 };
    const shares = shareSlots(1_000, [...lanes, other], (accountId) => (accountId === 1 ? 100 : 50));
    const taken = (account: number) =>
      shares.filter(({ accountId }) => accountId === account).reduce((total, { quota }) => total + quota, 0);
    expect(taken(1)).toBe(100);
    expect(taken(2)).toBe(50);
  });
});

describe('mostOfAccount', () => {
  const SIZE = 1_024;
  /** Gives each of the accounts in turn what it may hold, while all before it keep theirs. @returns what is left. */
  const leftAfter = (accounts: number) => {
    let free = SIZE;
    for (let account = 0; account < accounts; account += 1) {
      let held = 0;
      while (held < mostOfAccount(free, { of: SIZE, accounts: 1 })) {
        held += 1;
        free -= 1;
      }
    }
    return free;
  };

  it('is a quarter of all for one account, also at once', () => {
    expect(leftAfter(1)).toBe(768);
    expect(mostOfAccount(SIZE, { of: SIZE, accounts: 1 })).toBe(256);
  });

  it('leaves room for the next account, however many have come before', () => {
    expect(leftAfter(11)).toBeGreaterThan(SIZE / 6);
    expect(leftAfter(50)).toBeGreaterThan(SIZE / 20);
    expect(mostOfAccount(1, { of: SIZE, accounts: 1_000 })).toBe(1);
  });

  it('leaves room if accounts come together', () => {
    const accounts = 21;
    let held = 0;
    while (held < mostOfAccount(SIZE - accounts * held, { of: SIZE, accounts })) held += 1;
    expect(SIZE - accounts * held).toBeGreaterThan(SIZE / 2);
  });
});

describe('shares', () => {
  const share = (webhookId: number, quota: number) => ({ accountId: 1, webhookId, quota });

  it('are cut to a common maximum if their sum is too large', () => {
    const shares = [share(1, 30), share(2, 10), share(3, 10)];
    expect(capShares(shares, 35)).toEqual([share(1, 15), share(2, 10), share(3, 10)]);
    expect(capShares(shares, 100)).toEqual(shares);
    expect(capShares(shares, 5)).toEqual([share(1, 2), share(2, 2), share(3, 1)]);
    expect(capShares(shares, 2)).toEqual([share(1, 1), share(2, 1)]);
    expect(capShares(shares, 0)).toEqual([]);
    expect(capShares([share(1, -3), share(2, 10)], 5)).toEqual([share(2, 5)]);
    expect(capShares([], 5)).toEqual([]);
  });

  it('are merged to the larger of the two for each endpoint', () => {
    const merged = largerShares(
      [share(1, 30), share(2, 10)],
      [share(2, 20), share(1, 5), share(3, 4), share(4, -1)],
    );
    expect(merged).toEqual([share(1, 30), share(2, 20), share(3, 4)]);
  });
});
