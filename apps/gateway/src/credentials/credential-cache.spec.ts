import { CredentialCache } from './credential-cache';
import type { KnownKey } from './credentials.repository';

describe('the cache of credentials', () => {
  const key = { secretDigest: Buffer.of(1) } as unknown as KnownKey;
  const find = jest.fn<Promise<KnownKey | null>, [string]>();
  let cache: CredentialCache<KnownKey>;

  beforeEach(() => {
    jest.useFakeTimers();
    find.mockReset().mockResolvedValue(key);
    cache = new CredentialCache({ find });
  });

  afterEach(() => jest.useRealTimers());

  it('lets requests that miss together share one query', async () => {
    expect(await Promise.all([cache.find('a'), cache.find('a'), cache.find('a')])).toEqual([key, key, key]);
    expect(find).toHaveBeenCalledTimes(1);
  });

  it.each([
    ['a key', 3_000, key],
    ['that there is no such key', 30_000, null],
  ])('keeps %s for %i ms', async (_, keptMs, found) => {
    find.mockResolvedValue(found);
    await cache.find('a');
    jest.advanceTimersByTime(keptMs - 1);
    expect(await cache.find('a')).toBe(found);
    expect(find).toHaveBeenCalledTimes(1);
    jest.advanceTimersByTime(1);
    expect(await cache.find('a')).toBe(found);
    expect(find).toHaveBeenCalledTimes(2);
  });

  it('notices that a key was revoked', async () => {
    await cache.find('a');
    find.mockResolvedValue(null);
    jest.advanceTimersByTime(3_000);
    expect(await cache.find('a')).toBeNull();
    expect(await cache.find('a')).toBeNull();
    expect(find).toHaveBeenCalledTimes(2);
  });

  it('returns the changed credential after a new lookup, and caches it', async () => {
    await cache.find('a');
    const changed = { secretDigest: Buffer.of(2) } as unknown as KnownKey;
    find.mockResolvedValue(changed);
    expect(await Promise.all([cache.findAnew('a'), cache.findAnew('a')])).toEqual([changed, changed]);
    expect(await cache.find('a')).toBe(changed);
    expect(find).toHaveBeenCalledTimes(2);
  });

  it('does not keep a failure', async () => {
    find.mockRejectedValueOnce(new Error('away'));
    await expect(cache.find('a')).rejects.toThrow('away');
    await expect(cache.find('a')).resolves.toBe(key);
  });

  it('knows keys, also old ones, what no key has, and what is being looked up; nothing else', async () => {
    expect(cache.knows('a')).toBe(false);
    const lookup = cache.find('a');
    expect(cache.knows('a')).toBe(true);
    await lookup;
    jest.advanceTimersByTime(60_000);
    expect(cache.knows('a')).toBe(true);

    find.mockResolvedValue(null);
    await cache.find('none');
    expect(cache.knows('none')).toBe(true);
    jest.advanceTimersByTime(30_000);
    expect(cache.knows('none')).toBe(false);
  });

  it('forgets the oldest of more than 10,000 keys, and none for ids that no key has', async () => {
    for (let index = 0; index < 10_000; index += 1) await cache.find(`id ${index}`);
    find.mockResolvedValue(null);
    for (let index = 0; index < 10_001; index += 1) await cache.find(`none ${index}`);
    expect(['id 0', 'none 0', 'none 1'].map((id) => cache.knows(id))).toEqual([true, false, true]);
    find.mockResolvedValue(key);
    await cache.find('one more');
    expect(['id 0', 'id 1'].map((id) => cache.knows(id))).toEqual([false, true]);
  });
});
