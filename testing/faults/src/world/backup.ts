import { cp, mkdir, readFile, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { copyAsItIs, copyCluster } from '@chat/local-servers';
import type { World } from './world';

/** The script that an operator runs on a restored database. */
const AFTER_RESTORE = join(__dirname, '../../../../docs/restore.sql');

/**
 * A backup of a running installation: first Postgres, then the blobs, since a blob exists before the row that refers to
 * it.
 */
export class Backup {
  private constructor(
    private readonly world: World,
    private readonly folder: string,
  ) {}

  static async take(world: World): Promise<Backup> {
    const folder = join(world.stack.folder, 'backup');
    const backup = new Backup(world, folder);
    await mkdir(folder, { mode: 0o711 });
    await copyCluster(world.stack.databaseUrl, { cluster: backup.cluster, copy: backup.copy });
    await copyAsItIs(backup.blobs, join(folder, 'blobs'));
    return backup;
  }

  /** Removes the data of Postgres, NATS and the blob store, none of which may be running. */
  async destroyAll(): Promise<void> {
    const all = [this.cluster, join(this.world.stack.dataOf('nats'), 'jetstream'), this.blobs];
    await Promise.all(all.map((folder) => rm(folder, { recursive: true, force: true })));
  }

  /** Starts Postgres from the copy, in another place, and restores the blobs. NATS starts empty. */
  async restore(): Promise<void> {
    const { stack } = this.world;
    await cp(join(this.folder, 'blobs'), this.blobs, { recursive: true });
    await writeFile(join(stack.dataOf('postgres'), 'cluster-location'), `${this.copy}\n`, { mode: 0o600 });
    await stack.start('postgres');
    await stack.query(await readFile(AFTER_RESTORE, 'utf8'));
  }

  private get cluster(): string {
    return join(this.world.stack.dataOf('postgres'), 'cluster');
  }

  private get copy(): string {
    return join(this.folder, 'cluster');
  }

  private get blobs(): string {
    return join(this.world.stack.folder, 'blobs');
  }
}
