import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { AppProcess, freePort } from '@chat/local-servers';
import { Pool, type QueryResultRow } from 'pg';
import type { HostedService, RunningService } from '@chat/service-kit';
import { createTestDatabase } from './test-database';
import { startTestNats } from './test-nats';
import { TestBus } from './test-bus';

/** A service of its own database and NATS, inside the spec's process. */
export interface TestService {
  readonly bus: TestBus;
  readonly natsUrl: string;
  /** For specs that need further connections beside `query`. */
  readonly databaseUrl: string;
  /** Where the service keeps media. */
  readonly blobFolder: string;
  /** Looks into the service's tables, or moves time in them. */
  query<Row extends QueryResultRow>(sql: string, values?: unknown[]): Promise<Row[]>;
  /** One more replica on the same database and NATS; it is stopped with the rest, if not before. */
  startReplica(environment?: Record<string, string>): Promise<RunningService>;
  /**
   * One more replica in a process of its own, which may be killed.
   * @param entry the TypeScript file that it runs.
   */
  startProcess(entry: string, environment?: Record<string, string>): Promise<AppProcess>;
  stop(): Promise<void>;
}

/**
 * Starts the service under test on a fresh database and a NATS of its own. The other services are played with
 * `bus.respond`. For `*.int-spec.ts` only.
 * @param replicas how many replicas there are at first.
 */
export async function startTestService(
  service: HostedService,
  environment: Record<string, string> = {},
  { replicas: atFirst = 1 } = {},
): Promise<TestService> {
  const [database, nats] = await Promise.all([createTestDatabase(), startTestNats()]);
  // One connection, whose queries wait for each other: specs open transactions on it, and look at it concurrently.
  const pool = new Pool({ connectionString: database.url, max: 1, idleTimeoutMillis: 0 });
  // Its end does not wait until Postgres knows, so the drop of the database may still cut the connection.
  pool.on('error', () => undefined);
  const bus = await TestBus.open(nats.url);
  const replicas: RunningService[] = [];
  const processes: AppProcess[] = [];
  const logs = await mkdtemp(join(tmpdir(), 'chat-replicas-'));
  const common = {
    NODE_ENV: 'test',
    LOG_LEVEL: process.env.TEST_LOG_LEVEL ?? 'silent',
    SECRET_KEY: Buffer.alloc(32, 7).toString('base64'),
    DATABASE_URL: database.url,
    NATS_URL: nats.url,
    // The specs of a run share one server, which has to keep a stream for each of them.
    NATS_STREAM_MAX_BYTES: String(64 * 1024 * 1024),
    BLOB_FOLDER: join(logs, 'blobs'),
    ...environment,
  };

  const startReplica = async (replicaEnvironment: Record<string, string> = {}) => {
    const start = service.configure({ ...common, ...replicaEnvironment });
    const started = await start();
    let stopping: Promise<void> | undefined;
    const replica = {
      ...started,
      announceEnd: () => started.announceEnd?.(),
      stop: () => (stopping ??= started.stop()),
    };
    replicas.push(replica);
    return replica;
  };
  for (let count = 0; count < atFirst; count += 1) await startReplica();

  const startProcess = async (entry: string, processEnvironment: Record<string, string> = {}) => {
    const started = new AppProcess({
      name: service.name,
      entry,
      nodeOptions: ['-C', '@chat/source', '-r', join(__dirname, 'typescript-hook.cjs')],
      env: { PATH: process.env.PATH, ...common, ...processEnvironment },
      healthPort: await freePort(),
      logFile: join(logs, `${processes.length}.log`),
    });
    processes.push(started);
    await started.start();
    return started;
  };

  return {
    bus,
    natsUrl: nats.url,
    databaseUrl: database.url,
    blobFolder: join(logs, 'blobs'),
    startReplica,
    startProcess,
    query: async <Row extends QueryResultRow>(sql: string, values: unknown[] = []) =>
      (await pool.query<Row>(sql, values)).rows,
    stop: async () => {
      await Promise.all([...replicas, ...processes].map((replica) => replica.stop()));
      await rm(logs, { recursive: true });
      await bus.close();
      await pool.end();
      await Promise.all([nats.stop(), database.drop()]);
    },
  };
}
