import { CredentialCache } from './credential-cache';
import type { CredentialsRepository, KnownKey } from './credentials.repository';

describe('the cache of credentials', () => {
  const find = jest.fn<Promise<KnownKey | null>, [string]>();
  let cache: CredentialCache;

  beforeEach(() => {
    jest.useFakeTimers();
    find.mockReset().mockResolvedValue(null);
    cache = new CredentialCache({ find } as unknown as CredentialsRepository);
  });

  afterEach(() => jest.useRealTimers());

  it('lets requests that miss together share one query', async () => {
    const key = { secretDigest: Buffer.of(1) } as unknown as KnownKey;
    find.mockResolvedValue(key);
    expect(await Promise.all([cache.find('a'), cache.find('a'), cache.find('a')])).toEqual([key, key, key]);
    expect(find).toHaveBeenCalledTimes(1);
  });

  it('keeps an answer for 3 s, that there is no such key too', async () => {
    await cache.find('a');
    jest.advanceTimersByTime(2_999);
    await cache.find('a');
    expect(find).toHaveBeenCalledTimes(1);
    jest.advanceTimersByTime(1);
    await cache.find('a');
    expect(find).toHaveBeenCalledTimes(2);
  });

  it('does not keep a failure', async () => {
    find.mockRejectedValueOnce(new Error('away'));
    await expect(cache.find('a')).rejects.toThrow('away');
    await expect(cache.find('a')).resolves.toBeNull();
  });

  it('forgets the oldest of more than 10,000', async () => {
    for (let index = 0; index <= 10_000; index += 1) await cache.find(`id ${index}`);
    find.mockClear();
    await cache.find('id 1');
    expect(find).not.toHaveBeenCalled();
    await cache.find('id 0');
    expect(find).toHaveBeenCalledTimes(1);
  });
});
