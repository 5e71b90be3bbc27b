import { createHash } from 'node:crypto';
import { mkdtemp, readdir, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import type { BlobStore } from './blob-store';
import { FilesystemBlobStore } from './filesystem-blob-store';
import { BlobTooLargeError, receiveBlob } from './receive-blob';
import { newKey } from './testing/describe-blob-store';

let folder: string;
let store: FilesystemBlobStore;

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'chat-receive-'));
  store = await FilesystemBlobStore.open(folder);
});
afterAll(() => rm(folder, { recursive: true, force: true }));

const png = Buffer.from('89504e470d0a1a0a0000000d49484452000000010000000108060000001f15c489', 'hex');
const jpeg = Buffer.from('ffd8ffe000104a46494600010100000100010000', 'hex');
const ogg = Buffer.concat([
  Buffer.from('4f67675300020000000000000000000000000000000000000000011e', 'hex'),
  Buffer.from('OpusHead'),
  Buffer.alloc(64),
]);

const received = (bytes: Buffer, maxBytes = 1_000_000) =>
  receiveBlob(store, newKey(), Readable.from([bytes.subarray(0, 3), bytes.subarray(3)]), maxBytes);

describe('receiveBlob', () => {
  it('counts and hashes what it stores', async () => {
    const { key, size, sha256 } = await received(png);
    expect(size).toBe(png.length);
    expect(sha256).toBe(createHash('sha256').update(png).digest('hex'));
    expect(await store.size(key)).toBe(png.length);
  });

  it.each([
    ['image/png', png],
    ['image/jpeg', jpeg],
    ['audio/ogg; codecs=opus', ogg],
    ['application/pdf', Buffer.from('%PDF-1.7\n1 0 obj\n')],
    [null, Buffer.from('<html><script>alert(1)</script></html>')],
    [null, Buffer.from('abc')],
  ])('recognises %s by its bytes, however they arrive', async (type, bytes) => {
    expect((await received(bytes)).sniffedType).toBe(type);
  });

  it.each([
    ['moves', true, '524946460c00000057454250565038580a00000002000000'],
    ['has other flags', false, '524946460c00000057454250565038580a00000010000000'],
    ['is a picture', false, '524946460c000000574542505650382000000000ffffffff'],
    ['ends early', false, '524946460c0000005745425056503858'],
  ])('recognises whether a WebP file moves: one that %s', async (_, isAnimated, hex) => {
    expect(await received(Buffer.from(hex, 'hex'))).toMatchObject({ sniffedType: 'image/webp', isAnimated });
  });

  it('accepts a file of exactly the maximum size', async () => {
    await expect(received(Buffer.alloc(1_000), 1_000)).resolves.toMatchObject({ size: 1_000 });
  });

  it('refuses a larger file, stores nothing and stops reading', async () => {
    const key = newKey();
    let pulled = 0;
    const endless = new Readable({
      highWaterMark: 1_024,
      read() {
        pulled += 1_024;
        this.push(Buffer.alloc(1_024));
      },
    });
    await expect(receiveBlob(store, key, endless, 10_000)).rejects.toThrow(BlobTooLargeError);
    expect(await store.size(key)).toBeNull();
    expect(endless.destroyed).toBe(true);
    expect(pulled).toBeLessThan(200_000);
  });

  it('fails with the error of the source, and leaves nothing behind', async () => {
    const key = newKey();
    const source = Readable.from(
      (function* () {
        yield Buffer.alloc(100);
        throw new Error('the client hung up');
      })(),
    );
    await expect(receiveBlob(store, key, source, 1_000)).rejects.toThrow('the client hung up');
    expect(await store.size(key)).toBeNull();
    expect(await readdir(join(folder, 'incoming'))).toEqual([]);
  });

  it('fails with the error of the store, and destroys the source', async () => {
    const broken = { write: () => Promise.reject(new Error('the disk is full')) } as unknown as BlobStore;
    const source = new Readable({ read: () => undefined });
    await expect(receiveBlob(broken, newKey(), source, 1_000)).rejects.toThrow('the disk is full');
    expect(source.destroyed).toBe(true);
  });
});
