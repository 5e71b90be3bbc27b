import {
  DataSource,
  MigrationExecutor,
  QueryFailedError,
  type EntityTarget,
  type MigrationInterface,
  type QueryRunner,
} from 'typeorm';
import pg from 'pg';
import type { CommonConfig } from './config';
import { ConnectionPool } from './connection-pool';
import type { Logger } from './logger';
import { PreparingClient } from './preparing-client';
import { ServiceDataSource } from './service-data-source';

/** The tables of one service: its own schema, its own migrations. */
export interface DatabaseDefinition {
  schema: string;
  entities: EntityTarget<object>[] & (new () => object)[];
  /** In execution order. */
  migrations: (new () => MigrationInterface)[];
}

const CONNECT_ATTEMPTS = 40;
const CONNECT_DELAY_MS = 250;
/** Longer than any request waits. Statements that are expected to take longer raise the limit in their transaction. */
const STATEMENT_TIMEOUT_MS = 30_000;
const SILENCE_MS = STATEMENT_TIMEOUT_MS + 10_000;

/**
 * How long a migration waits for a table that is locked by others, such as `pg_dump`. In the meantime every statement
 * on the table queues behind it, including those of the release that is still running; so it gives up, lets them pass,
 * and tries again.
 */
const LOCK_TIMEOUT_MS = 3_000;
const LOCK_RETRY_MS = 1_000;
/** After this long the process ends; when its supervisor restarts it, it continues to wait. */
const LOCK_PATIENCE_MS = 10 * 60_000;
const LOCK_NOT_AVAILABLE = '55P03';

const SESSION_SETTINGS = {
  tcp_keepalives_idle: '10',
  tcp_keepalives_interval: '5',
  tcp_keepalives_count: '3',
  // Lists return times as text, which is then the same on every server.
  TimeZone: 'UTC',
  DateStyle: 'ISO',
  // Each statement reads a bounded number of rows through an index, so its plan is known in advance (ADR 21). Based on
  // its statistics Postgres would prepare other plans on young tables, and keep them when the tables have grown.
  enable_seqscan: 'off',
  enable_hashjoin: 'off',
  enable_mergejoin: 'off',
  // JIT compilation takes longer than any of these statements.
  jit: 'off',
};

/**
 * Connects, creates the schema and runs the pending migrations. Replicas that start at the same time wait for each
 * other. Logs a warning when a migration waits for a table that is locked by others.
 */
export async function openDatabase(
  definition: DatabaseDefinition,
  config: Pick<CommonConfig, 'DATABASE_URL' | 'DATABASE_POOL_SIZE'>,
  service: string,
  logger?: Pick<Logger, 'warn'>,
): Promise<DataSource> {
  const dataSource = new ServiceDataSource({
    type: 'postgres',
    url: config.DATABASE_URL,
    applicationName: service,
    schema: definition.schema,
    entities: definition.entities,
    migrations: definition.migrations,
    migrationsTableName: 'migrations',
    synchronize: false,
    // Silent: the default logger would print lines that are not JSON when a migration fails.
    logger: 'debug',
    parseInt8: true,
    poolSize: config.DATABASE_POOL_SIZE,
    driver: { ...pg, Pool: ConnectionPool },
    extra: {
      Client: PreparingClient,
      silenceMs: SILENCE_MS,
      // In a burst, work may wait for a connection almost as long as requests wait for their answer.
      connectionTimeoutMillis: 8_000,
      // Idle connections to a vanished server must be closed, and the locks of a vanished or frozen process released.
      keepAlive: true,
      keepAliveInitialDelayMillis: 10_000,
      idle_in_transaction_session_timeout: 30_000,
      statement_timeout: STATEMENT_TIMEOUT_MS,
      options: Object.entries(SESSION_SETTINGS)
        .map(([name, value]) => `-c ${name}=${value}`)
        .join(' '),
    },
    // The pool replaces an idle connection that breaks; without a listener the error would end the process.
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
    // The wait for another replica and a migration may each take any length of time.
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

/**
 * @param onWait called for every attempt that got no lock; its migration was rolled back, and earlier ones are kept.
 */
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

/** Returns whether the error is a violation of the named constraint: this is how a race is decided by the database. */
export function violates(error: unknown, constraint: string): boolean {
  return error instanceof Error && (error as { constraint?: unknown }).constraint === constraint;
}

/**
 * Returns whether Postgres refused the statement, which then changed nothing. After a lost connection the outcome is
 * unknown.
 */
export function wasRolledBack(error: unknown): boolean {
  return (
    error instanceof QueryFailedError && (error.driverError as { severity?: unknown }).severity === 'ERROR'
  );
}

/** Returns the SQLSTATE of a statement that Postgres refused. */
function codeOf(error: unknown): string | undefined {
  if (!(error instanceof QueryFailedError)) return undefined;
  const { code } = error.driverError as { code?: unknown };
  return typeof code === 'string' ? code : undefined;
}
