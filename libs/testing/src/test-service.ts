import { Client, type QueryResultRow } from 'pg';
import type { HostedService, RunningService } from '@chat/service-kit';
import { createTestDatabase } from './test-database';
import { startTestNats } from './test-nats';
import { TestBus } from './test-bus';

/** A service of its own database and NATS, inside the spec's process. */
export interface TestService {
  readonly bus: TestBus;
  readonly natsUrl: string;
  /** Looks into the service's tables, or moves time in them. */
  query<Row extends QueryResultRow>(sql: string, values?: unknown[]): Promise<Row[]>;
  /** One more replica on the same database and NATS; it is stopped with the rest, if not before. */
  startReplica(environment?: Record<string, string>): Promise<RunningService>;
  stop(): Promise<void>;
}

/**
 * Starts the service under test on a fresh database and a NATS of its own. The other services are played with
 * `bus.respond`. For `*.int-spec.ts` only.
 */
export async function startTestService(
  service: HostedService,
  environment: Record<string, string> = {},
): Promise<TestService> {
  const [database, nats] = await Promise.all([createTestDatabase(), startTestNats()]);
  const client = new Client({ connectionString: database.url });
  await client.connect();
  const bus = await TestBus.open(nats.url);
  const replicas: RunningService[] = [];

  const startReplica = async (replicaEnvironment: Record<string, string> = {}) => {
    const start = service.configure({
      NODE_ENV: 'test',
      LOG_LEVEL: process.env.TEST_LOG_LEVEL ?? 'silent',
      SECRET_KEY: Buffer.alloc(32, 7).toString('base64'),
      DATABASE_URL: database.url,
      NATS_URL: nats.url,
      ...environment,
      ...replicaEnvironment,
    });
    const started = await start();
    let stopping: Promise<void> | undefined;
    const replica = { checks: started.checks, stop: () => (stopping ??= started.stop()) };
    replicas.push(replica);
    return replica;
  };
  await startReplica();

  return {
    bus,
    natsUrl: nats.url,
    startReplica,
    query: async <Row extends QueryResultRow>(sql: string, values: unknown[] = []) =>
      (await client.query<Row>(sql, values)).rows,
    stop: async () => {
      await Promise.all(replicas.map((replica) => replica.stop()));
      await bus.close();
      await client.end();
      await Promise.all([nats.stop(), database.drop()]);
    },
  };
}
