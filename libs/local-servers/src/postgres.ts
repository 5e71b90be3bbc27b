import { readFile, rm } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { Client } from 'pg';
import { commandMentions, isAlive, SERVER_ENVIRONMENT, spawnServer, stopProcess, tailOf } from './processes';
import { rememberedPort } from './ports';
import { postgresBinaries } from './postgres-binaries';
import { openCluster } from './postgres-cluster';
import type { Cluster } from './postgres-cluster';
import { userForPostgres } from './file-access';
import { stopServerWithThisProcess } from './watchdog';

export interface PostgresOptions {
  /** Where the cluster, its password, its port and its log are kept. */
  readonly dataDir: string;
  /** A fixed port; without it the one of the last start is kept while it is free. */
  readonly port?: number;
  /** False gives up durability for speed: only for data that is thrown away. Default true. */
  readonly durable?: boolean;
  /** Receives one short line for each step that takes noticeable time. */
  readonly log: (line: string) => void;
}

export interface LocalPostgres {
  /** The connection URL of a database, with the superuser's password. */
  readonly url: (database: string) => string;
  readonly port: number;
  readonly pid: number;
  /** Fast shutdown: open transactions are rolled back. Resolves when the server has left. */
  stop(): Promise<void>;
}

/** After a crash the old backends hold their shared memory for about a second, and a start fails meanwhile. */
const START_RETRY_MS = 5_000;
const READY_TIMEOUT_MS = 60_000;

/**
 * Brings up the Postgres of `dataDir` and resolves when it answers: a server that already runs there is adopted, a
 * crashed one recovers. The server leaves with this process, also when the process is killed.
 */
export async function startPostgres(options: PostgresOptions): Promise<LocalPostgres> {
  const dataDir = resolve(options.dataDir);
  const durable = options.durable ?? true;
  const user = await userForPostgres();
  const binaries = await postgresBinaries(user);
  const cluster = await openCluster({ dataDir, binaries, user, durable, log: options.log });
  const logFile = join(dataDir, 'postgres.log');
  const pidFile = join(cluster.folder, 'postmaster.pid');

  const giveUpAt = Date.now() + START_RETRY_MS;
  for (;;) {
    let server = await runningServer(cluster);
    if (server) {
      options.log(`Using the Postgres that already runs as process ${server.pid}`);
    } else {
      options.log('Starting Postgres');
      const port = options.port ?? (await rememberedPort(join(dataDir, 'port')));
      const { pid } = await spawnServer({
        file: join(binaries, 'bin', 'postgres'),
        args: ['-D', cluster.folder, ...settings(port, durable)],
        env: SERVER_ENVIRONMENT,
        logFile,
        user,
      });
      server = localPostgres(cluster, port, pid);
    }
    if (await becomesReady(server)) {
      stopServerWithThisProcess(server.pid, pidFile);
      return server;
    }
    if (Date.now() > giveUpAt) {
      throw new Error(`Postgres did not start. The end of ${logFile}:\n${await tailOf(logFile)}`);
    }
    await delay(200);
  }
}

function localPostgres(cluster: Cluster, port: number, pid: number): LocalPostgres {
  return {
    url: (database) => `postgres://postgres:${cluster.password}@127.0.0.1:${port}/${database}`,
    port,
    pid,
    stop: () => stopProcess(pid, 'SIGINT'),
  };
}

function settings(port: number, durable: boolean): string[] {
  const values = {
    port,
    listen_addresses: '127.0.0.1',
    unix_socket_directories: '',
    max_connections: 300,
    timezone: 'UTC',
    // Key values and statements hold phone numbers and messages, which belong in no log.
    log_error_verbosity: 'terse',
    log_min_error_statement: 'panic',
    log_checkpoints: 'off',
    ...(durable ? {} : { fsync: 'off', full_page_writes: 'off' }),
  };
  return Object.entries(values).flatMap(([name, value]) => ['-c', `${name}=${value}`]);
}

/**
 * The server that postmaster.pid names (process id in line 1, port in line 4). After a reboot that id may belong to
 * any other process; Postgres would refuse to start then, so such a file is removed.
 */
async function runningServer(cluster: Cluster): Promise<LocalPostgres | undefined> {
  const pidFile = join(cluster.folder, 'postmaster.pid');
  const lines = (await readFile(pidFile, 'utf8').catch(() => '')).split('\n');
  const pid = Number(lines[0]);
  if (!(pid > 0) || !isAlive(pid)) return undefined;
  if (await commandMentions(pid, cluster.folder)) return localPostgres(cluster, Number(lines[3]), pid);
  await rm(pidFile, { force: true });
  return undefined;
}

/** Waits until the server answers; false when it leaves before that, as one does that was about to stop. */
async function becomesReady(server: LocalPostgres): Promise<boolean> {
  const giveUpAt = Date.now() + READY_TIMEOUT_MS;
  while (isAlive(server.pid)) {
    if (await answers(server)) return true;
    if (Date.now() > giveUpAt) await server.stop();
    await delay(30);
  }
  return false;
}

/** Whether the server takes our password, which also proves that the port is not somebody else's. */
async function answers(server: LocalPostgres): Promise<boolean> {
  const client = new Client({ connectionString: server.url('postgres'), connectionTimeoutMillis: 5_000 });
  // A server that leaves meanwhile is an unready server, not an uncaught error.
  client.on('error', () => undefined);
  return client.connect().then(
    () => client.end().then(() => true),
    () => false,
  );
}
