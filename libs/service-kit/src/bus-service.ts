import { Global, Module, type DynamicModule, type Type } from '@nestjs/common';
import { NestFactory } from '@nestjs/core';
import { DataSource } from 'typeorm';
import {
  BackgroundLoops,
  BusClient,
  BusConnection,
  BusServer,
  type DeadEvent,
  DeadLetters,
  EarlyEventError,
  enlargeStream,
  EventConsumers,
  EventRetention,
  type NamedEvent,
  Notices,
  OutboxRelay,
  PassErrorsFilter,
  type ServerFailure,
  traceIdOf,
  Transactions,
} from '@chat/bus';
import type { Operation, RequestContext } from '@chat/contracts';
import { busUse, type BusUse } from '@chat/contracts/bus-use';
import { instruments, Samplers } from '@chat/telemetry';
import { accountLoadController } from './account-load.controller';
import type { CommonConfig } from './config';
import { openDatabase, type DatabaseDefinition } from './database';
import { deadLettersController } from './dead-letters.controller';
import { Departure } from './departure';
import { DeletedChannels } from './deleted-channels/deleted-channels';
import { Jobs, type FailedJob } from './jobs/jobs';
import { JobsRepository } from './jobs/jobs.repository';
import { StoredJobs } from './jobs/stored-jobs';
import { busAccess, certificateExpiries } from './nats-settings';
import { NotReadyError } from './health';
import type { HostedService, RunningService } from './hosted-service';
import { CONFIG, LOGGER } from './injected';
import { jobsController } from './jobs.controller';
import { createLogger, NestLogger, type Logger } from './logger';
import { PersonTraces } from './person-traces/person-traces';
import { personTracesController } from './person-traces/person-traces.controller';
import { sampleRuntime } from './runtime-samplers';
import { withRuntimeTables } from './runtime-tables';
import type { KeyedColumn } from './secrets/keyed-column';
import { secretKeysController } from './secrets/secret-keys.controller';
import type { Environment } from './settings';
import { SuspendedAccounts } from './suspended-accounts/suspended-accounts';
import { SuspensionsRepository } from './suspended-accounts/suspensions.repository';
import type { Counted } from './usage/counted';
import { Usage } from './usage/usage';
import { usageController } from './usage/usage.controller';
import { UsageRepository } from './usage/usage.repository';
import { YoungTables } from './young-tables';

/** How long a drain waits for answers to what only reads; it has to end soon after. */
const PATIENCE_OF_DRAIN_MS = 6_000;

/** How often the size of the stream is compared with the setting. */
const STREAM_SIZE_MS = 60_000;

/** The definition of a service: its settings, its tables and its root module. */
export interface ServiceDefinition {
  name: string;
  loadConfig: (environment: Environment) => CommonConfig;
  database: DatabaseDefinition;
  module: Type;
  /** Columns that depend on `SECRET_KEY`. Only a service with such columns gets the key. */
  keyedColumns?: readonly KeyedColumn[];
  /** Whether it stops for suspended accounts, which it then knows as `SuspendedAccounts`; false if absent. */
  stopsForSuspendedAccounts?: boolean;
  /** What accounts keep in it, as far as that is limited. The tables for it are part of its migrations. */
  limits?: readonly Counted[];
  /** How the service uses the bus; as in the table of the contracts if absent. */
  busUse?: BusUse;
}

/** The objects that a running service works with. */
interface Runtime {
  config: CommonConfig;
  logger: Logger;
  connection: BusConnection;
  client: BusClient;
  dataSource: DataSource;
  relay: OutboxRelay;
  retention: EventRetention;
  youngTables: YoungTables;
  transactions: Transactions;
  consumers: EventConsumers;
  notices: Notices;
  loops: BackgroundLoops;
  deadLetters: DeadLetters;
  jobs: Jobs;
  storedJobs: StoredJobs;
  deletedChannels: DeletedChannels;
  suspendedAccounts: SuspendedAccounts;
  usage: Usage;
  personTraces: PersonTraces;
  server: BusServer;
  departure: Departure;
  samplers: Samplers;
}

@Global()
@Module({})
class RuntimeModule {
  /** Provides everything that a service's classes can inject. */
  static of(runtime: Runtime): DynamicModule {
    const providers = [
      { provide: CONFIG, useValue: runtime.config },
      { provide: LOGGER, useValue: runtime.logger },
      { provide: DataSource, useValue: runtime.dataSource },
      { provide: BusClient, useValue: runtime.client },
      { provide: BusConnection, useValue: runtime.connection },
      { provide: BusServer, useValue: runtime.server },
      { provide: Transactions, useValue: runtime.transactions },
      { provide: EventConsumers, useValue: runtime.consumers },
      { provide: Notices, useValue: runtime.notices },
      { provide: BackgroundLoops, useValue: runtime.loops },
      { provide: DeadLetters, useValue: runtime.deadLetters },
      { provide: Jobs, useValue: runtime.jobs },
      { provide: StoredJobs, useValue: runtime.storedJobs },
      { provide: DeletedChannels, useValue: runtime.deletedChannels },
      { provide: SuspendedAccounts, useValue: runtime.suspendedAccounts },
      { provide: Usage, useValue: runtime.usage },
      { provide: PersonTraces, useValue: runtime.personTraces },
      { provide: Departure, useValue: runtime.departure },
      { provide: Samplers, useValue: runtime.samplers },
    ];
    return { module: RuntimeModule, providers, exports: providers.map(({ provide }) => provide) };
  }
}

/** A hosted service whose root module and tables can be inspected. */
export interface BusService extends HostedService {
  readonly busUse: BusUse;
  readonly module: Type;
  readonly database: DatabaseDefinition;
}

/** Defines a service on the bus, with its database, its outbox and its consumers. */
export function busService(definition: ServiceDefinition): BusService {
  const { name, loadConfig } = definition;
  const database = withRuntimeTables(definition.database, definition);
  const module = serviceModule(definition);
  const configure = (environment: Environment) => {
    const config = loadConfig(environment);
    return () => startBusService({ ...definition, database, module }, config);
  };
  return { name, module, database, busUse: useOfBus(definition), configure };
}

/**
 * Returns the service's root module together with the controllers for its dead letters, its jobs, the load of accounts,
 * the traces of people in its tables, its secret keys, and its limits.
 */
function serviceModule({ name, module, database, keyedColumns, limits }: ServiceDefinition): Type {
  const own = [
    deadLettersController(name),
    jobsController(name),
    accountLoadController(name, database.schema),
    personTracesController(name),
    ...(keyedColumns ? [secretKeysController(name, keyedColumns)] : []),
    ...(limits ? [usageController(name)] : []),
  ];
  @Module({ imports: [module], controllers: own })
  class ServiceModule {}
  return ServiceModule;
}

async function startBusService(definition: ServiceDefinition, config: CommonConfig): Promise<RunningService> {
  const { name, module } = definition;
  const runtime = await connect(definition, config);
  const { logger, connection, dataSource, departure, server } = runtime;
  const { relay, retention, youngTables, consumers, loops, jobs } = runtime;
  let stage = 'work in progress';
  await relay.start();
  retention.start();
  youngTables.start();

  const root = { module: class Root {}, imports: [RuntimeModule.of(runtime), module] };
  const app = await NestFactory.createMicroservice(root, {
    strategy: server,
    logger: new NestLogger(logger),
  });
  app.useGlobalFilters(new PassErrorsFilter());
  if (definition.stopsForSuspendedAccounts) await runtime.suspendedAccounts.follow();
  await app.listen();
  loops.start();
  jobs.start();

  return {
    samplers: runtime.samplers,
    checks: {
      [`${name}.postgres`]: () => dataSource.query('SELECT 1').then(() => true),
      [`${name}.nats`]: () => connection.isConnected,
      [`${name}.subscriptions`]: () => requireSubscriptions(connection),
    },
    announceEnd: () => departure.begin(),
    stop: async () => {
      departure.drain();
      const impatience = setTimeout(() => {
        connection.abandonReads();
        departure.hurryUp();
      }, PATIENCE_OF_DRAIN_MS);
      await Promise.all([consumers.stop(), loops.stop(), jobs.stop()]);
      stage = 'requests';
      await app.close();
      clearTimeout(impatience);
      stage = 'outbox and tables';
      await Promise.all([relay.stop(), retention.stop(), youngTables.stop()]);
      stage = 'NATS connection';
      await connection.drain();
      stage = 'Postgres connections';
      await dataSource.destroy();
    },
    unfinished: () =>
      [
        stage,
        ...consumers.unfinished().map((durable) => `consumer ${durable}`),
        ...loops.unfinished().map((loop) => `loop ${loop}`),
        ...jobs.unfinished().map((type) => `job ${type}`),
        ...server.unfinished().map((subject) => `request ${subject}`),
        ...connection.unanswered().map((subject) => `answer to ${subject}`),
      ].map((what) => `${name}: ${what}`),
  };
}

/** Opens the database and the bus, and creates the objects that work on them; none of them is started yet. */
async function connect(definition: ServiceDefinition, config: CommonConfig): Promise<Runtime> {
  const { name, database } = definition;
  const { schema } = database;
  const { calls, consumes, hears = [], keepsStream = false } = useOfBus(definition);
  const logger = createLogger(name, config.LOG_LEVEL);
  // From the start, since Prometheus takes the first value of a series for no increase.
  instruments.backgroundFailures.live?.inc({ service: name }, 0);
  const onError = (error: unknown, event?: NamedEvent) => {
    if (error instanceof EarlyEventError) logger.info({ error, ...event }, 'an event waits for another');
    else {
      instruments.backgroundFailures.live?.inc({ service: name });
      logger.error({ error, ...event }, 'background work failed');
    }
  };

  const dataSource = await openDatabase(database, config, name, logger);
  const connection = await BusConnection.open(busAccess(config), name, onError);
  const onDeadLetter = (letter: DeadEvent) =>
    logger.error(letter, 'an event was given up and is now a dead letter');
  const client = new BusClient(connection, calls);
  const outbox = { schema, shards: config.OUTBOX_SHARDS };
  const relay = new OutboxRelay(connection, dataSource, outbox, onError, onDeadLetter);
  const retention = new EventRetention(dataSource, schema, onError);
  const youngTables = new YoungTables(dataSource, schema, onError);
  const transactions = new Transactions(dataSource, { name, schema }, (events) => relay.wake(events));
  const consumers = new EventConsumers(consumes, connection, transactions, schema, onError, onDeadLetter);
  const notices = new Notices(connection, hears);
  const deadLetters = new DeadLetters(dataSource, schema, transactions, consumers, onError);
  const loops = new BackgroundLoops((error, loop) => {
    instruments.backgroundFailures.live?.inc({ service: name });
    logger.error({ error, loop }, 'background work failed');
  });
  if (keepsStream) keepStreamSize(loops, connection);
  const jobsRepository = new JobsRepository(dataSource, schema);
  const onFailedJob = (failure: FailedJob) => logFailedJob(logger, failure);
  const jobs = new Jobs(jobsRepository, transactions, name, onError, onFailedJob);
  const storedJobs = new StoredJobs(dataSource, schema, jobs);
  const deletedChannels = new DeletedChannels({ name, schema }, dataSource, consumers, loops);
  const suspensions = new SuspensionsRepository(dataSource, schema);
  const suspendedAccounts = new SuspendedAccounts(name, suspensions, consumers, loops);
  const usages = new UsageRepository(dataSource, schema);
  const usage = new Usage(name, definition.limits ?? [], usages, transactions, loops);
  const personTraces = new PersonTraces(dataSource, schema);
  const server = new BusServer(
    connection,
    name,
    (failure) => logServerFailure(logger, failure),
    (operation, context) => reportUnrecorded(logger, config, operation, context),
    (operation, context, status) => logOperator(logger, operation, context, status),
  );
  const events = { relay, retention, youngTables, transactions, consumers, deadLetters, notices };
  const work = { loops, jobs, storedJobs, departure: new Departure() };
  const data = { deletedChannels, suspendedAccounts, usage, personTraces };
  const samplers = new Samplers(name, (failure) =>
    logger.warn(failure, 'a sample failed; its metrics are absent until one succeeds'),
  );
  const certificates = certificateExpiries(config);
  sampleRuntime(samplers, { service: name, schema, dataSource, connection, consumers, certificates });
  return { config, logger, connection, client, dataSource, ...events, ...work, ...data, server, samplers };
}

/** @throws NotReadyError with the subjects that NATS refuses. */
function requireSubscriptions({ refusedSubjects }: BusConnection): boolean {
  if (refusedSubjects.length === 0) return true;
  throw new NotReadyError(
    `NATS refuses ${refusedSubjects.join(', ')}. The service tries again until it is permitted.`,
  );
}

/** Also while it runs: a replica of a release that sets no size may create a lost stream anew. */
function keepStreamSize(loops: BackgroundLoops, { nats, stream: { maxBytes } }: BusConnection): void {
  if (maxBytes === undefined) return;
  const round = async () => enlargeStream(await nats.jetstreamManager({ checkAPI: false }), maxBytes);
  loops.add({ name: 'size of the stream', round, everyMs: STREAM_SIZE_MS });
}

function useOfBus({ name, busUse: own }: ServiceDefinition): BusUse {
  const use = own ?? busUse[name];
  if (!use)
    throw new Error(`libs/contracts/src/bus-use does not say what the service ${name} does on the bus.`);
  return use;
}

/** Logs a fault of our own as an error, and a failing or busy dependency as a warning. */
function logServerFailure(logger: Logger, failure: ServerFailure): void {
  const { error, operation, status, context, named } = failure;
  logger[status === 500 ? 'error' : 'warn'](
    {
      error,
      subject: operation.subject,
      status,
      requestId: context?.requestId,
      traceId: context && traceIdOf(context),
      accountId: context?.account.id,
      ...named,
    },
    'request failed',
  );
}

/** What somebody did with the admin tool, by their name; whether it was a change or a look. */
function logOperator(
  logger: Logger,
  { subject, effect }: Operation,
  { requestId, account, credential }: RequestContext,
  status: number,
): void {
  const { operator } = credential;
  logger.info(
    { operator, subject, effect, status, requestId, accountId: account.id },
    'a request of an operator',
  );
}

/**
 * A change without an entry in the audit log is a fault of ours: its use case does not call `record`. Tests fail on it,
 * customers keep their answer.
 */
function reportUnrecorded(
  logger: Logger,
  { NODE_ENV }: CommonConfig,
  { subject }: Operation,
  { requestId }: RequestContext,
): void {
  if (NODE_ENV === 'test') throw new Error(`${subject} recorded nothing for the audit log.`);
  logger.error({ subject, requestId }, 'a change left no entry in the audit log');
}

function logFailedJob(logger: Logger, { isGivenUp, ...failure }: FailedJob): void {
  if (isGivenUp) logger.error(failure, 'a job was given up and is now dead');
  else logger.warn(failure, 'a job failed and is tried again');
}
