import {
  DataSource,
  MigrationExecutor,
  QueryFailedError,
  type EntityTarget,
  type MigrationInterface,
  type QueryRunner,
} from 'typeorm';
import type { CommonConfig } from './config';
import type { Logger } from './logger';
import { PreparingClient } from './preparing-client';

/** The tables of one service: its own schema, its own migrations. */
export interface DatabaseDefinition {
  schema: string;
  entities: EntityTarget<object>[] & (new () => object)[];
  /** In the order in which they run. */
  migrations: (new () => MigrationInterface)[];
}

const CONNECT_ATTEMPTS = 40;
const CONNECT_DELAY_MS = 250;
/** Longer than any request waits; what is meant to take longer says so in its transaction. */
const STATEMENT_TIMEOUT_MS = 30_000;

/**
 * So long a migration waits for a table that others use, such as `pg_dump`. Every statement on the table queues behind it
 * meanwhile, also those of the release that is still running; so it gives up, lets them pass, and tries again.
 */
const LOCK_TIMEOUT_MS = 3_000;
const LOCK_RETRY_MS = 1_000;
/** Then the process ends, and whoever starts it again goes on waiting. */
const LOCK_PATIENCE_MS = 10 * 60_000;
const LOCK_NOT_AVAILABLE = '55P03';

const SESSION_SETTINGS = {
  tcp_keepalives_idle: '10',
  tcp_keepalives_interval: '5',
  tcp_keepalives_count: '3',
  // Lists take times as texts, which look the same on every server then.
  TimeZone: 'UTC',
  DateStyle: 'ISO',
  // Each statement reads a bounded number of rows by an index, so its plan is known in advance (ADR 21). Left to
  // its statistics Postgres prepares other plans on young tables, and keeps them when the tables have grown.
  enable_seqscan: 'off',
  enable_hashjoin: 'off',
  enable_mergejoin: 'off',
  // Compiling takes longer than any of these statements.
  jit: 'off',
};

/**
 * Connects, creates the schema and runs the migrations that are pending. Replicas that start together wait for
 * each other. The logger is told what waits for a table that others use.
 */
export async function openDatabase(
  definition: DatabaseDefinition,
  config: Pick<CommonConfig, 'DATABASE_URL' | 'DATABASE_POOL_SIZE'>,
  service: string,
  logger?: Pick<Logger, 'warn'>,
): Promise<DataSource> {
  const dataSource = new DataSource({
    type: 'postgres',
    url: config.DATABASE_URL,
    applicationName: service,
    schema: definition.schema,
    entities: definition.entities,
    migrations: definition.migrations,
    migrationsTableName: 'migrations',
    synchronize: false,
    // Silent: else it writes lines of its own, which are no JSON, when a migration fails.
    logger: 'debug',
    parseInt8: true,
    poolSize: config.DATABASE_POOL_SIZE,
    extra: {
      Client: PreparingClient,
      // A burst waits for its turn nearly as long as requests do.
      connectionTimeoutMillis: 8_000,
      // A server that vanished must not hold a request for ever, nor a process that vanished or froze its locks.
      keepAlive: true,
      keepAliveInitialDelayMillis: 10_000,
      idle_in_transaction_session_timeout: 30_000,
      statement_timeout: STATEMENT_TIMEOUT_MS,
      options: Object.entries(SESSION_SETTINGS)
        .map(([name, value]) => `-c ${name}=${value}`)
        .join(' '),
    },
    // An idle connection that breaks is replaced by the pool; without a listener it would end the process.
    poolErrorHandler: () => undefined,
  });
  await connect(dataSource);
  await migrate(dataSource, definition.schema, logger);
  return dataSource;
}

async function connect(dataSource: DataSource): Promise<void> {
  for (let attempt = 1; ; attempt += 1) {
    try {
      await dataSource.initialize();
      return;
    } catch (error) {
      if (attempt === CONNECT_ATTEMPTS) {
        throw new Error('Postgres did not answer. Check DATABASE_URL.', { cause: error });
      }
      await new Promise((resolve) => setTimeout(resolve, CONNECT_DELAY_MS));
    }
  }
}

async function migrate(dataSource: DataSource, schema: string, logger?: Pick<Logger, 'warn'>): Promise<void> {
  const runner = dataSource.createQueryRunner();
  try {
    // Both the wait for another replica and a migration may take as long as they take.
    await runner.query('SET statement_timeout = 0');
    await runner.query('SELECT pg_advisory_lock(hashtext($1))', [`${schema}.migrations`]);
    await runner.query(`CREATE SCHEMA IF NOT EXISTS "${schema}"`);
    await runner.query(`SET lock_timeout = ${LOCK_TIMEOUT_MS}`);
    await runPending(dataSource, runner, (error) =>
      logger?.warn({ schema, statement: error.query }, 'a migration waits for a table that others use'),
    );
  } finally {
    await runner.query('SET lock_timeout = 0');
    await runner.query('SELECT pg_advisory_unlock(hashtext($1))', [`${schema}.migrations`]);
    await runner.query(`SET statement_timeout = ${STATEMENT_TIMEOUT_MS}`);
    await runner.release();
  }
}

/** @param onWait told of every attempt that got no lock; the migration was rolled back, and those before it stay. */
async function runPending(
  dataSource: DataSource,
  runner: QueryRunner,
  onWait: (error: QueryFailedError) => void,
): Promise<void> {
  const giveUpAt = performance.now() + LOCK_PATIENCE_MS;
  for (;;) {
    try {
      const executor = new MigrationExecutor(dataSource, runner);
      executor.transaction = 'each';
      await executor.executePendingMigrations();
      return;
    } catch (error) {
      if (codeOf(error) !== LOCK_NOT_AVAILABLE || performance.now() > giveUpAt) throw error;
      onWait(error as QueryFailedError);
      await new Promise((resolve) => setTimeout(resolve, LOCK_RETRY_MS));
    }
  }
}

/** True for a violation of the named constraint: how the database's verdict on a race is read. */
export function violates(error: unknown, constraint: string): boolean {
  return error instanceof Error && (error as { constraint?: unknown }).constraint === constraint;
}

/** Whether Postgres refused the statement, which then changed nothing. After a lost connection nobody knows. */
export function wasRolledBack(error: unknown): boolean {
  return (
    error instanceof QueryFailedError && (error.driverError as { severity?: unknown }).severity === 'ERROR'
  );
}

/** SQLSTATE classes of what any statement may meet: no room on the disk, no memory, no connection left; a disk that fails. */
const SHORTAGES = ['53', '58'];

/** Whether Postgres refused the statement for want of something that every statement needs, whatever this one said. */
export function metShortage(error: unknown): boolean {
  return SHORTAGES.includes(codeOf(error)?.slice(0, 2) ?? '');
}

/** The SQLSTATE with which Postgres refused a statement. */
function codeOf(error: unknown): string | undefined {
  if (!(error instanceof QueryFailedError)) return undefined;
  const { code } = error.driverError as { code?: unknown };
  return typeof code === 'string' ? code : undefined;
}
