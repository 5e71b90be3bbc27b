import { mkdtemp, readdir, rm, stat } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { keptSecret } from './kept-secret';

describe('a kept secret', () => {
  let folder: string;
  const file = () => join(folder, 'secret');

  beforeEach(async () => {
    folder = await mkdtemp(join(tmpdir(), 'kept-secret-'));
  });

  afterEach(() => rm(folder, { recursive: true }));

  it('is the same at every call, in a file only its owner can read', async () => {
    expect(await keptSecret(file(), () => 'first')).toBe('first');
    expect(await keptSecret(file(), () => 'second')).toBe('first');
    expect((await stat(file())).mode & 0o777).toBe(0o600);
    expect(await readdir(folder)).toEqual(['secret']);
  });

  it('is the same complete value for concurrent callers', async () => {
    const secrets = await Promise.all(
      Array.from({ length: 20 }, (_, index) => keptSecret(file(), () => `secret ${index}`)),
    );
    expect(new Set(secrets)).toEqual(new Set([secrets[0]]));
    expect(secrets[0]).toMatch(/^secret \d+$/);
    expect(await readdir(folder)).toEqual(['secret']);
  });
});
