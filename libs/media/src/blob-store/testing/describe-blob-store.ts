import { randomBytes, randomUUID } from 'node:crypto';
import { PassThrough, Readable } from 'node:stream';
import { buffer } from 'node:stream/consumers';
import { blobKey } from '../blob-key.rules';
import type { BlobStore } from '../blob-store';

const MIB = 1024 * 1024;

export function newKey(): string {
  return blobKey(7, randomUUID(), new Date());
}

/** The tests that every driver passes. */
export function describeBlobStore(name: string, store: () => BlobStore): void {
  describe(name, () => {
    it.each([
      ['no bytes', 0],
      ['one byte', 1],
      ['several parts', 12 * MIB + 1],
    ])('returns %s as written', async (_, size) => {
      const key = newKey();
      const bytes = randomBytes(size);
      await store().write(key, Readable.from(chunksOf(bytes)));
      expect(await store().size(key)).toBe(size);
      expect((await bytesOf(store(), key))!.equals(bytes)).toBe(true);
    });

    it.each([
      [0, 1],
      [3, 5],
      [9, 9],
    ])('returns the range from %i to %i', async (start, end) => {
      const key = newKey();
      await store().write(key, Readable.from([Buffer.from('0123456789')]));
      const part = await store().read(key, { start, end });
      expect((await buffer(part!)).toString()).toBe('0123456789'.slice(start, end + 1));
    });

    it('returns null for a key that was never written', async () => {
      const key = newKey();
      expect(await store().size(key)).toBeNull();
      expect(await store().read(key)).toBeNull();
    });

    it('deletes a blob, and succeeds if there is no such blob', async () => {
      const key = newKey();
      await store().write(key, Readable.from([Buffer.from('gone')]));
      await store().delete(key);
      await store().delete(key);
      expect(await store().read(key)).toBeNull();
    });

    it.each([
      ['at once', 0],
      ['after some parts', 7 * MIB],
    ])('stores nothing if the source fails %s', async (_, size) => {
      const key = newKey();
      const source = Readable.from(failingAfter(size));
      await expect(store().write(key, source)).rejects.toThrow('the client hung up');
      expect(await store().size(key)).toBeNull();
    });

    it('shows a blob only once it is completely written', async () => {
      const key = newKey();
      const source = new PassThrough();
      const written = store().write(key, source);
      source.write(randomBytes(MIB));
      expect(await store().size(key)).toBeNull();
      source.end();
      await written;
      expect(await store().size(key)).toBe(MIB);
    });

    it.each(['', '../escape', '7/2026-01-31/not-a-uuid'])('refuses the key %j', async (key) => {
      await expect(store().write(key, Readable.from([]))).rejects.toThrow('no key');
      await expect(store().read(key)).rejects.toThrow('no key');
      await expect(store().delete(key)).rejects.toThrow('no key');
    });
  });
}

async function bytesOf(store: BlobStore, key: string): Promise<Buffer | null> {
  const found = await store.read(key);
  return found && buffer(found);
}

function* chunksOf(bytes: Buffer): Iterable<Buffer> {
  for (let at = 0; at < bytes.length; at += 64 * 1024) yield bytes.subarray(at, at + 64 * 1024);
}

function* failingAfter(size: number): Iterable<Buffer> {
  yield* chunksOf(Buffer.alloc(size));
  throw new Error('the client hung up');
}
