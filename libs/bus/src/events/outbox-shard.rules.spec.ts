import { isOfShard, shardIndexOf, shardsOf, SHARDS_AT_MOST, tryLockOf } from './outbox-shard.rules';

const accounts = Array.from({ length: 64 }, (_, id) => id);
const counts = Array.from({ length: SHARDS_AT_MOST }, (_, index) => index + 1);

describe('the shards of an outbox', () => {
  it.each(counts)('share the accounts evenly, if there are %i', (count) => {
    const sizes = shardsOf(count).map(
      ({ index }) => accounts.filter((id) => shardIndexOf(id, count) === index).length,
    );
    expect(sizes.reduce((sum, size) => sum + size)).toBe(accounts.length);
    expect(Math.max(...sizes) - Math.min(...sizes)).toBeLessThanOrEqual(accounts.length / SHARDS_AT_MOST);
  });

  it.each([
    [17, 4, 1],
    [2 ** 40 + 7, 4, 3],
    [-1, 16, 15],
  ])('have account %i, of %i shards, in that of index %i', (accountId, count, index) => {
    expect(shardIndexOf(accountId, count)).toBe(index);
  });

  it('cost a single one neither a condition nor a second lock', () => {
    const [whole] = shardsOf(1);
    expect(isOfShard(whole!)).toBe('true');
    expect(tryLockOf(whole!, '1')).toBe('pg_try_advisory_lock(1)');
  });
});
