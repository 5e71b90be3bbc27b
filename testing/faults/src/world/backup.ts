import { execFile } from 'node:child_process';
import { chown, cp, mkdir, readFile, rm, stat, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { Client } from 'pg';
import type { World } from './world';

const run = promisify(execFile);

/** The script that an operator runs on a restored database. */
const AFTER_RESTORE = join(__dirname, '../../../../docs/restore.sql');

/**
 * A backup of a running installation: first Postgres by its protocol for file copies (`pg_backup_start`, which
 * `pg_basebackup` uses as well), then the blobs, since a blob exists before the row that refers to it.
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
    const client = new Client({ connectionString: world.stack.databaseUrl });
    await client.connect();
    try {
      await client.query(`SELECT pg_backup_start('faults', true)`);
      await copyAsItIs(backup.cluster, backup.copy);
      const { rows } = await client.query<{ labelfile: string }>(
        `SELECT labelfile FROM pg_backup_stop(false)`,
      );
      const label = join(backup.copy, 'backup_label');
      await writeFile(label, rows[0]!.labelfile, { mode: 0o600 });
      // Postgres may run as another user.
      const { uid, gid } = await stat(backup.cluster);
      await chown(label, uid, gid);
      // It now contains the whole WAL from the start to the end of the copy.
      await client.query('SELECT pg_switch_wal()');
      await copyAsItIs(join(backup.cluster, 'pg_wal'), join(backup.copy, 'pg_wal'));
    } finally {
      await client.end();
    }
    await rm(join(backup.copy, 'postmaster.pid'), { force: true });
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

/**
 * Copies with owners and modes. Files that vanish meanwhile are not needed: uploads in progress, old parts of the WAL.
 */
async function copyAsItIs(from: string, to: string): Promise<void> {
  await mkdir(to, { recursive: true });
  await run('cp', ['-a', `${from}/.`, to]).catch((error: { stderr?: string }) => {
    const complaints = (error.stderr ?? '').trim().split('\n');
    if (!complaints.every((line) => line.includes('No such file or directory'))) throw error;
  });
}
