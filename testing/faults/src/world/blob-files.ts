import { createHash } from 'node:crypto';
import { readFile, stat } from 'node:fs/promises';
import { join } from 'node:path';

/** The files of the installation's blob store, read directly. */
export class BlobFiles {
  /** Blobs never change: each is hashed once, but its existence is checked every time. */
  private readonly digests = new Map<string, string>();

  constructor(private readonly folder: string) {}

  /** @returns the digest of the bytes in hexadecimal; null when there are none. */
  async sha256Of(blob: string): Promise<string | null> {
    const file = join(this.folder, blob);
    try {
      const known = this.digests.get(blob);
      if (known !== undefined) {
        await stat(file);
        return known;
      }
      const sha256 = createHash('sha256')
        .update(await readFile(file))
        .digest('hex');
      this.digests.set(blob, sha256);
      return sha256;
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code === 'ENOENT') return null;
      throw error;
    }
  }
}
