import { Controller, Inject, Module } from '@nestjs/common';
import { DataSource, type MigrationInterface, type QueryRunner } from 'typeorm';
import { BusClient, Handles, Transactions } from '@chat/bus';
import { Empty, Id, operation, type InputOf, type RequestContext } from '@chat/contracts';
import { AppError, OutageError, type ErrorBody } from '@chat/errors';
import { busService, loadConfig } from '@chat/service-kit';
import { CapturedLog } from '../captured-log';
import { breakConnections, withoutConnections } from '../postgres-outage';
import { refusal } from '../refusal';
import { startTestService, type TestService } from '../test-service';

class Plan {
  @Id() number!: number;
}

const planned = { body: Plan, output: Empty } as const;
const reads = operation({ subject: 'rpc.outages.plan.read', effect: 'read', ...planned });
const writes = operation({ subject: 'rpc.outages.plan.write', effect: 'write', ...planned });
const sends = operation({ subject: 'rpc.outages.plan.send', effect: 'send', ...planned });
const elsewhere = operation({ subject: 'rpc.elsewhere.thing.write', effect: 'write', output: Empty });

/** The parameters of a handler. */
interface Tools {
  dataSource: DataSource;
  transactions: Transactions;
  bus: BusClient;
  context: RequestContext;
}

const INSERT = 'INSERT INTO outages.rows (id) VALUES (DEFAULT)';
const SLOW_INSERT = `${INSERT} RETURNING pg_sleep(60)`;

/** The work of the next request. */
let work: (tools: Tools) => Promise<unknown>;

@Controller()
class PlansController {
  constructor(
    @Inject(DataSource) private readonly dataSource: DataSource,
    @Inject(Transactions) private readonly transactions: Transactions,
    @Inject(BusClient) private readonly bus: BusClient,
  ) {}

  @Handles(reads)
  read(_: InputOf<typeof reads>, context: RequestContext): Promise<Empty> {
    return this.run(context);
  }

  @Handles(writes)
  write(_: InputOf<typeof writes>, context: RequestContext): Promise<Empty> {
    return this.run(context);
  }

  @Handles(sends)
  send(_: InputOf<typeof sends>, context: RequestContext): Promise<Empty> {
    return this.run(context);
  }

  private async run(context: RequestContext): Promise<Empty> {
    const { dataSource, transactions, bus } = this;
    await work({ dataSource, transactions, bus, context });
    return {};
  }
}

@Module({ controllers: [PlansController] })
class PlansModule {}

class CreateRows1764000000000 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query('CREATE TABLE outages.rows (id bigint GENERATED ALWAYS AS IDENTITY, key int UNIQUE)');
  }

  async down(): Promise<void> {}
}

const service = busService({
  name: 'outages',
  loadConfig: (environment) => loadConfig({}, environment),
  database: { schema: 'outages', entities: [], migrations: [CreateRows1764000000000] },
  module: PlansModule,
  busUse: { calls: [elsewhere], consumes: {} },
});

const nothingDone = { code: 'service_unavailable', retryable: true };
const unknownOf = {
  read: nothingDone,
  write: { code: 'server_error', reason: 'outcome_unknown', retryable: false },
  send: { code: 'provider_outcome_unknown', retryable: false },
};
const operations = { read: reads, write: writes, send: sends };
const effects = ['read', 'write', 'send'] as const;

describe('a request that Postgres cannot serve', () => {
  let running: TestService;
  let log: CapturedLog;

  beforeAll(async () => {
    log = new CapturedLog();
    running = await startTestService(service, { LOG_LEVEL: 'warn', DATABASE_POOL_SIZE: '4' });
  });

  afterAll(async () => {
    await running.stop();
    log.release();
  });

  const ask = async (effect: (typeof effects)[number], plan: typeof work): Promise<ErrorBody> => {
    work = plan;
    return refusal(running.bus.request(operations[effect], { body: { number: 1 } }));
  };
  const count = async () =>
    (await running.query<{ count: number }>('SELECT count(*)::int AS count FROM outages.rows'))[0]!.count;
  /** Breaks the connection while it executes the statement that sleeps. */
  const breakDuring = async (statement: Promise<unknown>): Promise<unknown> => {
    statement.catch(() => undefined);
    for (;;) {
      const [row] = await running.query<{ broken: number }>(
        `SELECT count(pg_terminate_backend(pid))::int AS broken FROM pg_stat_activity
         WHERE datname = current_database() AND pid <> pg_backend_pid() AND wait_event = 'PgSleep'`,
      );
      if (row!.broken > 0) return statement;
    }
  };

  /** What happens before anything is committed. */
  const early: [string, (tools: Tools) => Promise<unknown>][] = [
    [
      'to the first statement: too many connections',
      ({ dataSource }) => withoutConnections(running, () => dataSource.query(INSERT)),
    ],
    [
      'to the start of a transaction: too many connections',
      ({ transactions, context }) =>
        withoutConnections(running, () => transactions.run(context, ({ manager }) => manager.query(INSERT))),
    ],
    ['during a statement of its own', ({ dataSource }) => breakDuring(dataSource.query(SLOW_INSERT))],
    [
      'during a statement of a transaction',
      ({ transactions, context }) =>
        transactions.run(context, ({ manager }) => breakDuring(manager.query(SLOW_INSERT))),
    ],
    [
      'between two statements of a transaction',
      ({ transactions, context }) =>
        transactions.run(context, async ({ manager }) => {
          await manager.query(INSERT);
          await breakConnections(running);
          await manager.query(INSERT);
        }),
    ],
    [
      'to an entity between two statements of a transaction',
      ({ dataSource }) =>
        dataSource.transaction(async (manager) => {
          await manager.query(INSERT);
          await breakConnections(running);
          await manager.transaction((inner) => inner.query(INSERT));
        }),
    ],
    [
      'before the commit',
      ({ transactions, context }) =>
        transactions.run(context, async ({ manager }) => {
          await manager.query(INSERT);
          await breakConnections(running);
        }),
    ],
    [
      'to a statement for lack of disk space',
      ({ dataSource }) => dataSource.query(`DO $$ BEGIN RAISE 'full' USING ERRCODE = '53100'; END $$`),
    ],
    [
      'after another service refused to do something',
      async ({ dataSource, bus, context }) => {
        await refusal(bus.request(elsewhere, context, {}));
        await withoutConnections(running, () => dataSource.query(INSERT));
      },
    ],
  ];

  describe.each(effects)('of a %s', (effect) => {
    it.each(early)('did nothing if Postgres is lost %s', async (_, plan) => {
      const peer = await running.bus.respond(elsewhere, () => {
        throw new AppError('conflict');
      });
      const before = await count();
      expect(await ask(effect, plan)).toMatchObject(nothingDone);
      expect(await count()).toBe(before);
      peer.unsubscribe();
    });

    it.each<[string, (tools: Tools) => Promise<unknown>]>([
      [
        'after it committed a transaction',
        async ({ transactions, dataSource, context }) => {
          const copy: RequestContext = { ...context, deadline: 0 };
          await transactions.run(copy, ({ manager }) => manager.query(INSERT));
          await withoutConnections(running, () => dataSource.query(INSERT));
        },
      ],
      [
        'after another service did something',
        async ({ dataSource, bus, context }) => {
          await bus.request(elsewhere, { ...context }, {});
          await withoutConnections(running, () => dataSource.query(INSERT));
        },
      ],
      [
        'during a commit',
        () => Promise.reject(new OutageError(false, new Error('Connection terminated unexpectedly'))),
      ],
    ])('may have done something if Postgres is lost %s', async (_, plan) => {
      const peer = await running.bus.respond(elsewhere, () => ({}));
      expect(await ask(effect, plan)).toMatchObject(unknownOf[effect]);
      peer.unsubscribe();
    });

    it.each([
      ['violates a constraint', 'INSERT INTO outages.rows (key) VALUES (1), (1)'],
      ['is wrong', 'SELECT nothing FROM nowhere'],
    ])('failed by a fault of ours if a statement %s', async (_, statement) => {
      expect(await ask(effect, ({ dataSource }) => dataSource.query(statement))).toMatchObject({
        code: 'server_error',
        retryable: false,
      });
    });
  });

  it('is logged as a warning with what Postgres said, and the next one succeeds', async () => {
    await ask('write', ({ dataSource }) => withoutConnections(running, () => dataSource.query(INSERT)));
    // The pool may still have a connection that Postgres is about to close.
    const code = expect.stringMatching(/^(53300|57P01)$/) as string;
    expect(log.lines.at(-1)).toMatchObject({ level: 'warn', status: 503, error: { code } });
    work = ({ dataSource }) => dataSource.query(INSERT);
    expect(await running.bus.request(writes, { body: { number: 1 } })).toEqual({});
  });
});
