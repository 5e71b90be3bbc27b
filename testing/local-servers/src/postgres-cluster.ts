import { execFile } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { chown, mkdir, readFile, rename, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { SERVER_ENVIRONMENT } from './processes';
import { canOpen, exists, letPassTo } from './file-access';
import type { User } from './file-access';
import { keptSecret } from './kept-secret';

const run = promisify(execFile);

/** A database cluster on disk: the folder of its files, and the password of its superuser `postgres`. */
export interface Cluster {
  readonly folder: string;
  readonly password: string;
}

export interface ClusterOptions {
  readonly dataDir: string;
  readonly binaries: string;
  readonly user: User | undefined;
  readonly durable: boolean;
  readonly log: (line: string) => void;
}

/**
 * Returns the cluster that belongs to `dataDir`; the first call creates it. It is in `dataDir/cluster`, unless Postgres
 * has to run as another user who may not enter `dataDir` (root's home): then it is in `/var/lib/chat-api`, and the file
 * `dataDir/cluster-location` holds its path.
 */
export async function openCluster(options: ClusterOptions): Promise<Cluster> {
  await mkdir(options.dataDir, { recursive: true, mode: 0o700 });
  if (options.user) await letPassTo(options.dataDir, options.user);
  const password = await keptSecret(join(options.dataDir, 'password'), () => randomBytes(24).toString('hex'));
  const folder = await locationOf(options.dataDir, options.user);
  if (!(await exists(join(folder, 'PG_VERSION')))) {
    options.log(`Creating a Postgres cluster in ${folder}`);
    await initialise({ folder, password }, options);
  }
  return { folder, password };
}

async function locationOf(dataDir: string, user: User | undefined): Promise<string> {
  const pointer = join(dataDir, 'cluster-location');
  const elsewhere = await readFile(pointer, 'utf8').catch(() => undefined);
  if (elsewhere !== undefined) return elsewhere.trim();
  if (await canOpen(user, dataDir)) return join(dataDir, 'cluster');

  const folder = join('/var/lib/chat-api', `postgres-${randomBytes(6).toString('hex')}`);
  await mkdir('/var/lib/chat-api', { recursive: true, mode: 0o755 });
  await writeFile(pointer, `${folder}\n`, { mode: 0o600 });
  return folder;
}

/** Runs initdb beside the final location and then renames the folder, so that a cluster that exists is complete. */
async function initialise(cluster: Cluster, { binaries, user, durable }: ClusterOptions): Promise<void> {
  const partial = `${cluster.folder}.new`;
  const passwordFile = `${cluster.folder}.password`;
  await rm(partial, { recursive: true, force: true });
  await mkdir(partial, { mode: 0o700 });
  await writeFile(passwordFile, cluster.password, { mode: 0o600 });
  if (user) for (const path of [partial, passwordFile]) await chown(path, user.uid, user.gid);
  try {
    await run(join(binaries, 'bin', 'initdb'), initdbArguments(partial, passwordFile, durable), {
      ...user,
      cwd: '/',
      env: SERVER_ENVIRONMENT,
    });
    await rename(partial, cluster.folder);
  } finally {
    await rm(passwordFile, { force: true });
  }
}

function initdbArguments(folder: string, passwordFile: string, durable: boolean): string[] {
  return [
    `--pgdata=${folder}`,
    '--username=postgres',
    `--pwfile=${passwordFile}`,
    '--auth=scram-sha-256',
    '--encoding=UTF8',
    // Postgres' built-in locale: text compares and case-folds the same on every system, whatever locales it has.
    '--locale=C',
    '--locale-provider=builtin',
    '--builtin-locale=C.UTF-8',
    ...(durable ? [] : ['--no-sync']),
  ];
}
