import { execFile } from 'node:child_process';
import { chown, cp, mkdir, readFile, rm, stat, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { Client } from 'pg';
import type { World } from './world';

const run = promisify(execFile);

/** What an operator runs on a restored database. */
const AFTER_RESTORE = join(__dirname, '../../../../docs/restore.sql');

/**
 * A backup of a running installation: Postgres by its own protocol for copies of the files (`pg_backup_start`, what
 * `pg_basebackup` does as well), and then the blobs, since a blob is there before the row that names it.
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
      // All the log from the beginning to the end of the copy is in there now.
      await client.query('SELECT pg_switch_wal()');
      await copyAsItIs(join(backup.cluster, 'pg_wal'), join(backup.copy, 'pg_wal'));
    } finally {
      await client.end();
    }
    await rm(join(backup.copy, 'postmaster.pid'), { force: true });
    await copyAsItIs(backup.blobs, join(folder, 'blobs'));
    return backup;
  }

  /** Removes what Postgres, NATS and the blob store have. Nothing of it may run. */
  async destroyAll(): Promise<void> {
    const all = [this.cluster, join(this.world.stack.dataOf('nats'), 'jetstream'), this.blobs];
    await Promise.all(all.map((folder) => rm(folder, { recursive: true, force: true })));
  }

  /** Brings Postgres up from the copy, in another place, and the blobs back. NATS begins with nothing. */
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

/** With owners and modes. Files that vanish meanwhile are needed by nobody: uploads under way, old parts of the log. */
async function copyAsItIs(from: string, to: string): Promise<void> {
  await mkdir(to, { recursive: true });
  await run('cp', ['-a', `${from}/.`, to]).catch((error: { stderr?: string }) => {
    const complaints = (error.stderr ?? '').trim().split('\n');
    if (!complaints.every((line) => line.includes('No such file or directory'))) throw error;
  });
}
