import { execFile } from 'node:child_process';
import { chown, mkdir, rm, stat, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { Client } from 'pg';

const run = promisify(execFile);

/**
 * Copies the cluster of a running Postgres, by its protocol for file copies (`pg_backup_start`, which `pg_basebackup`
 * uses as well). A server that is started on the copy recovers to the end of the backup.
 * @param url of a superuser.
 */
export async function copyCluster(
  url: string,
  { cluster, copy }: { cluster: string; copy: string },
): Promise<void> {
  const client = new Client({ connectionString: url });
  await client.connect();
  try {
    await client.query(`SELECT pg_backup_start('copy', true)`);
    await copyAsItIs(cluster, copy);
    const { rows } = await client.query<{ labelfile: string }>(`SELECT labelfile FROM pg_backup_stop(false)`);
    const label = join(copy, 'backup_label');
    await writeFile(label, rows[0]!.labelfile, { mode: 0o600 });
    // Postgres may run as another user.
    const { uid, gid } = await stat(cluster);
    await chown(label, uid, gid);
    // It now contains the whole WAL from the start to the end of the copy.
    await client.query('SELECT pg_switch_wal()');
    await copyAsItIs(join(cluster, 'pg_wal'), join(copy, 'pg_wal'));
  } finally {
    await client.end();
  }
  await rm(join(copy, 'postmaster.pid'), { force: true });
}

/**
 * Copies with owners and modes. Files that vanish meanwhile are not needed: uploads in progress, old parts of the WAL.
 */
export async function copyAsItIs(from: string, to: string): Promise<void> {
  await mkdir(to, { recursive: true });
  await run('cp', ['-a', `${from}/.`, to]).catch((error: { stderr?: string }) => {
    const complaints = (error.stderr ?? '').trim().split('\n');
    if (!complaints.every((line) => line.includes('No such file or directory'))) throw error;
  });
}
