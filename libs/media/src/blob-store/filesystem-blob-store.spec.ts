import fs from 'node:fs';
import { mkdir, mkdtemp, readdir, rm, stat, utimes, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { setTimeout as delay } from 'node:timers/promises';
import { FilesystemBlobStore } from './filesystem-blob-store';
import { describeBlobStore, newKey } from './testing/describe-blob-store';

let folder: string;
let store: FilesystemBlobStore;

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'chat-blobs-'));
  store = await FilesystemBlobStore.open(join(folder, 'blobs'));
});
afterAll(() => rm(folder, { recursive: true, force: true }));

describeBlobStore('FilesystemBlobStore', () => store);

describe('FilesystemBlobStore on the disk', () => {
  it('makes files and folders accessible only to their owner', async () => {
    const key = newKey();
    await store.write(key, Readable.from([Buffer.from('secret')]));
    const modes = await Promise.all(
      ['', '7', key].map(async (path) => (await stat(join(folder, 'blobs', path))).mode & 0o077),
    );
    expect(modes).toEqual([0, 0, 0]);
  });

  it('refuses more while less space is free than it must leave, and says how much is used', async () => {
    const full = await FilesystemBlobStore.open(join(folder, 'full'), Number.MAX_SAFE_INTEGER);
    const key = newKey();
    const refused = full.write(key, Readable.from([Buffer.from('bytes')]));
    await expect(refused).rejects.toMatchObject({
      code: 'service_unavailable',
      details: { reason: 'storage_low' },
    });
    expect(await full.size(key)).toBeNull();
    expect(await full.usedShare()).toBeGreaterThan(1);
    await store.write(newKey(), Readable.from([Buffer.from('bytes')]));
    expect(await store.usedShare()).toBeLessThan(1);
    const fresh = await FilesystemBlobStore.open(join(folder, 'not', 'there', 'yet'));
    expect(await fresh.usedShare()).toBeGreaterThan(0);
  });

  it('leaves no file behind when a source fails', async () => {
    const failing = new Readable({ read: () => failing.destroy(new Error('hung up')) });
    await expect(store.write(newKey(), failing)).rejects.toThrow('hung up');
    expect(await readdir(join(folder, 'blobs', 'incoming'))).toEqual([]);
  });

  it('leaves no file behind when a source fails before the file is open', async () => {
    const { open } = fs;
    let openNow = () => undefined as void;
    const opened = new Promise<void>((resolve) => {
      const openLater = (...of: unknown[]) => {
        const done = of.pop() as (...result: unknown[]) => void;
        const doneAndSeen = (...result: unknown[]) => resolve(done(...result));
        openNow = () => open(...(of as [string]), doneAndSeen);
      };
      jest.spyOn(fs, 'open').mockImplementationOnce(openLater);
    });
    const failing = new Readable({ read: () => failing.destroy(new Error('hung up')) });
    const written = expect(store.write(newKey(), failing)).rejects.toThrow('hung up');
    await Promise.race([written, delay(100)]);
    openNow();
    await Promise.all([written, opened]);
    jest.restoreAllMocks();
    expect(await readdir(join(folder, 'blobs', 'incoming'))).toEqual([]);
  });

  it('removes on opening writes left unfinished for over a day, and nothing younger', async () => {
    const incoming = join(folder, 'blobs', 'incoming');
    await mkdir(incoming, { recursive: true });
    await writeFile(join(incoming, 'old'), '');
    await writeFile(join(incoming, 'young'), '');
    const twoDaysAgo = new Date(Date.now() - 48 * 60 * 60 * 1000);
    await utimes(join(incoming, 'old'), twoDaysAgo, twoDaysAgo);
    await FilesystemBlobStore.open(join(folder, 'blobs'));
    expect(await readdir(incoming)).toEqual(['young']);
    await rm(join(incoming, 'young'));
  });
});
