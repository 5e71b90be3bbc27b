import { copyFile, lstat, mkdtemp, readdir, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Client } from 'pg';
import { copyCluster, startPostgres } from '@chat/local-servers';
import type { Stack } from '@chat/test-kit';

export interface BackupFigures {
  bytes: number;
  /** Of the copy. */
  copyMs: number;
  /** From the start of a Postgres on the copy until it answers. */
  startMs: number;
  /** Of counting all rows of the largest tables there. */
  countMs: number;
  rows: Record<string, number>;
}

/** Takes a base backup of the running Postgres, starts another one on it, and counts the rows of some tables. */
export async function backUp(stack: Stack, tables: readonly string[]): Promise<BackupFigures> {
  const dataDir = await mkdtemp(join(tmpdir(), 'chat-backup-'));
  try {
    const { databaseUrl } = stack;
    const [data, copy] = [stack.dataOf('postgres'), join(dataDir, 'cluster')];
    const [, copyMs] = await timed(() => copyCluster(databaseUrl, { cluster: join(data, 'cluster'), copy }));
    const bytes = await bytesOf(copy);
    await copyFile(join(data, 'password'), join(dataDir, 'password'));
    const [postgres, startMs] = await timed(() => startPostgres({ dataDir, log: () => undefined }));
    try {
      const url = postgres.url(new URL(databaseUrl).pathname.slice(1));
      const [rows, countMs] = await timed(() => countRows(url, tables));
      return { bytes, copyMs, startMs, countMs, rows };
    } finally {
      await postgres.stop();
    }
  } finally {
    await rm(dataDir, { recursive: true, force: true });
  }
}

export async function countRows(url: string, tables: readonly string[]): Promise<Record<string, number>> {
  const client = new Client({ connectionString: url });
  await client.connect();
  try {
    const counts: Record<string, number> = {};
    for (const table of tables) {
      const { rows } = await client.query<{ count: number }>(
        `SELECT count(*)::float8 AS count FROM ${table}`,
      );
      counts[table] = rows[0]!.count;
    }
    return counts;
  } finally {
    await client.end();
  }
}

async function timed<T>(work: () => Promise<T>): Promise<[T, number]> {
  const startedAt = performance.now();
  return [await work(), performance.now() - startedAt];
}

async function bytesOf(folder: string): Promise<number> {
  const names = await readdir(folder, { recursive: true });
  const sizes = await Promise.all(names.map(async (name) => (await lstat(join(folder, name))).size));
  return sizes.reduce((sum, size) => sum + size, 0);
}
