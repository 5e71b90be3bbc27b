import { randomUUID } from 'node:crypto';
import { createReadStream, createWriteStream, type StatsFs } from 'node:fs';
import { mkdir, open, readdir, rename, rm, stat, statfs } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import type { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { isBlobKey } from './blob-key.rules';
import type { BlobStore, ByteRange } from './blob-store';
import { storageLow } from './storage-low';

/** The folder of blobs that are being written. Its name is no account, so no key points to it. */
const INCOMING = 'incoming';
/** The size of a read. Each read costs a turn of the thread pool and a write to the socket, whatever its size. */
const READ_BYTES = 262_144;

/** Blobs as files in one folder, on a single machine or a shared volume, accessible only to their owner. */
export class FilesystemBlobStore implements BlobStore {
  private constructor(
    private readonly folder: string,
    private readonly minFreeBytes: number,
  ) {}

  /**
   * Opens the store and removes writes left unfinished for over a day. The folder is created with the first blob.
   * @param minFreeBytes how much space of its disk the store leaves free for others.
   */
  static async open(folder: string, minFreeBytes = 0): Promise<FilesystemBlobStore> {
    const store = new FilesystemBlobStore(folder, minFreeBytes);
    await store.removeUnfinished();
    return store;
  }

  /**
   * Writes a file that appears under its name once all its bytes are on disk.
   * @throws AppError `service_unavailable`, reason `storage_low`, if the disk has too little space.
   */
  async write(key: string, source: Readable): Promise<void> {
    const file = this.fileOf(key);
    const incoming = join(this.folder, INCOMING, randomUUID());
    await mkdir(dirname(incoming), { recursive: true, mode: 0o700 });
    if ((await this.usedShare()) >= 1) throw storageLow();
    const written = createWriteStream(incoming, { mode: 0o600, flush: true });
    try {
      await pipeline(source, written);
      await mkdir(dirname(file), { recursive: true, mode: 0o700 });
      await rename(incoming, file);
      await syncFolder(dirname(file));
    } catch (error) {
      // The source may fail before the file is open, and opening creates the file.
      if (!written.closed) await new Promise<void>((closed) => written.once('close', closed));
      await rm(incoming, { force: true });
      throw error;
    }
  }

  async read(key: string, range?: ByteRange): Promise<Readable | null> {
    const handle = await open(this.fileOf(key)).catch(nullIfAbsent);
    return handle && createReadStream('', { fd: handle, highWaterMark: READ_BYTES, ...range });
  }

  async size(key: string): Promise<number | null> {
    const found = await stat(this.fileOf(key)).catch(nullIfAbsent);
    return found && found.size;
  }

  async delete(key: string): Promise<void> {
    await rm(this.fileOf(key), { force: true });
  }

  async usedShare(): Promise<number> {
    const disk = await diskOf(this.folder);
    const [total, free] = [disk.blocks * disk.bsize, disk.bavail * disk.bsize];
    return (total - free) / Math.max(1, total - this.minFreeBytes);
  }

  private fileOf(key: string): string {
    if (!isBlobKey(key)) throw new Error('This text is no key of a blob.');
    return join(this.folder, key);
  }

  /** After a day, no write can still be in progress, not even of another process on the same volume. */
  private async removeUnfinished(): Promise<void> {
    const yesterday = Date.now() - 24 * 60 * 60 * 1000;
    for (const name of (await readdir(join(this.folder, INCOMING)).catch(nullIfAbsent)) ?? []) {
      const file = join(this.folder, INCOMING, name);
      const found = await stat(file).catch(nullIfAbsent);
      if (found && found.mtimeMs < yesterday) await rm(file, { force: true });
    }
  }
}

/** The disk of a folder, which may not exist yet. */
async function diskOf(folder: string): Promise<StatsFs> {
  return (await statfs(folder).catch(nullIfAbsent)) ?? diskOf(dirname(folder));
}

/** Flushes a folder: a rename survives a power failure only if its folder is on disk as well. */
async function syncFolder(folder: string): Promise<void> {
  const handle = await open(folder);
  try {
    await handle.sync();
  } finally {
    await handle.close();
  }
}

function nullIfAbsent(error: NodeJS.ErrnoException): null {
  if (error.code === 'ENOENT') return null;
  throw error;
}
