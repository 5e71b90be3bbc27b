import { createHmac } from 'node:crypto';
import { readFile, rm } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import { Client } from 'pg';
import { bringUp } from './bring-up';
import type { RunningServer } from './bring-up';
import { allowRole } from './database-role';
import { commandMentions, isAlive, SERVER_ENVIRONMENT, spawnServer, stopProcess } from './processes';
import { rememberedPort } from './ports';
import { postgresBinaries } from './postgres-binaries';
import { openCluster } from './postgres-cluster';
import type { Cluster } from './postgres-cluster';
import { userForPostgres } from './file-access';

/** How many connections a local Postgres takes: those of `npm start`, where each service has a pool, several times. */
export const LOCAL_CONNECTIONS = 300;

export interface PostgresOptions {
  /** The folder for the cluster, its password, its port and its log. */
  readonly dataDir: string;
  /** A fixed port; default: the port of the last start if it is still free. */
  readonly port?: number;
  /** False trades durability for speed, for disposable data only. Default true. */
  readonly durable?: boolean;
  /** Server settings that override ours. */
  readonly settings?: Readonly<Record<string, string>>;
  /** Receives one short line for each step that takes noticeable time. */
  readonly log: (line: string) => void;
}

export interface LocalPostgres extends RunningServer {
  /** Returns the connection URL of a database, with the superuser's password. */
  readonly url: (database: string) => string;
  /**
   * Allows a role to create its own schemas in a database, and returns the URL it connects with. The role is not a
   * superuser and cannot access the schemas of others. The first call creates it.
   */
  readonly urlFor: (role: string, database: string) => Promise<string>;
}

/**
 * Brings up the Postgres of `dataDir` and resolves when it answers. A server that already runs there is adopted, a
 * crashed one recovers. The server exits with this process, even if the process is killed. Its `stop()` is a fast
 * shutdown, which rolls back open transactions.
 */
export async function startPostgres(options: PostgresOptions): Promise<LocalPostgres> {
  const dataDir = resolve(options.dataDir);
  const durable = options.durable ?? true;
  const user = await userForPostgres();
  const binaries = await postgresBinaries(user);
  const cluster = await openCluster({ dataDir, binaries, user, durable, log: options.log });
  const pidFile = join(cluster.folder, 'postmaster.pid');
  const logFile = join(dataDir, 'postgres.log');

  return bringUp<LocalPostgres>({
    name: 'Postgres',
    pidFile,
    logFile,
    log: options.log,
    running: () => runningServer(cluster, pidFile),
    start: async () => {
      const port = await rememberedPort(join(dataDir, 'port'), options.port);
      const file = join(binaries, 'bin', 'postgres');
      const args = ['-D', cluster.folder, ...settings(port, durable, options.settings)];
      const { pid } = await spawnServer({ file, args, env: SERVER_ENVIRONMENT, logFile, user });
      return localPostgres(cluster, port, pid);
    },
    answers,
  });
}

function localPostgres(cluster: Cluster, port: number, pid: number): LocalPostgres {
  const url = (database: string) => `postgres://postgres:${cluster.password}@127.0.0.1:${port}/${database}`;
  return {
    url,
    urlFor: async (role, database) => {
      const password = createHmac('sha256', cluster.password).update(role).digest('hex');
      await allowRole(url(database), { role, password });
      return `postgres://${role}:${password}@127.0.0.1:${port}/${database}`;
    },
    port,
    pid,
    stop: () => stopProcess(pid, 'SIGINT'),
  };
}

function settings(port: number, durable: boolean, others: PostgresOptions['settings']): string[] {
  const values = {
    port,
    listen_addresses: '127.0.0.1',
    unix_socket_directories: '',
    max_connections: LOCAL_CONNECTIONS,
    timezone: 'UTC',
    // Key values and statements contain phone numbers and messages, which must not be logged.
    log_error_verbosity: 'terse',
    log_min_error_statement: 'panic',
    log_checkpoints: 'off',
    ...(durable ? {} : { fsync: 'off', full_page_writes: 'off' }),
    ...others,
  };
  return Object.entries(values).flatMap(([name, value]) => ['-c', `${name}=${value}`]);
}

/**
 * Returns the server that postmaster.pid names (process id in line 1, port in line 4). After a reboot that id may
 * belong to another process, and Postgres would refuse to start, so such a file is removed.
 */
async function runningServer(cluster: Cluster, pidFile: string): Promise<LocalPostgres | undefined> {
  const lines = (await readFile(pidFile, 'utf8').catch(() => '')).split('\n');
  const pid = Number(lines[0]);
  if (!(pid > 0) || !isAlive(pid)) return undefined;
  if (await commandMentions(pid, cluster.folder)) return localPostgres(cluster, Number(lines[3]), pid);
  await rm(pidFile, { force: true });
  return undefined;
}

/** Returns whether the server accepts our password, which also proves that no other program uses the port. */
async function answers(server: LocalPostgres): Promise<boolean> {
  const client = new Client({ connectionString: server.url('postgres'), connectionTimeoutMillis: 5_000 });
  // A server that exits in the meantime counts as not ready; it must not cause an uncaught error.
  client.on('error', () => undefined);
  return client.connect().then(
    () => client.end().then(() => true),
    () => false,
  );
}
