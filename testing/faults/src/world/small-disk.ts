import { execFile } from 'node:child_process';
import { mkdir, statfs } from 'node:fs/promises';
import { promisify } from 'node:util';

const run = promisify(execFile);

const ROOMY_MIB = 4_096;
const FILL_TRIES = 20;

/** A file system in memory that can be shrunk to the size of its content. */
export class SmallDisk {
  private constructor(readonly folder: string) {}

  /** @returns null when this process may not mount anything. */
  static async mount(folder: string): Promise<SmallDisk | null> {
    await mkdir(folder, { recursive: true });
    const options = `size=${ROOMY_MIB}m,mode=0711`;
    try {
      await run('mount', ['-t', 'tmpfs', '-o', options, 'chat-faults', folder]);
      return new SmallDisk(folder);
    } catch {
      return null;
    }
  }

  /** From now on, no further page can be written. */
  async fill(): Promise<void> {
    for (let triesLeft = FILL_TRIES; ; triesLeft -= 1) {
      const { blocks, bfree, bsize } = await statfs(this.folder);
      try {
        return await this.resize(`${Math.ceil(((blocks - bfree) * bsize) / 1024)}k`);
      } catch (error) {
        // Postgres wrote in between, and a disk cannot be smaller than its content.
        if (triesLeft === 1) throw error;
      }
    }
  }

  async empty(): Promise<void> {
    await this.resize(`${ROOMY_MIB}m`);
  }

  async unmount(): Promise<void> {
    await run('umount', ['--lazy', this.folder]);
  }

  private async resize(size: string): Promise<void> {
    await run('mount', ['-o', `remount,size=${size}`, this.folder]);
  }
}
