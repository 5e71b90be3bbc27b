import { join } from 'node:path';
import type { AppProcess } from '@chat/local-servers';
import { STREAM } from '@chat/bus';
import { Random } from '../random.rules';
import { startTestService, type TestService } from '../test-service';
import { until } from '../until';
import { notesService } from './notes.service';

const MAIN = join(__dirname, 'notes.main.ts');
/** An event that nobody consumes. */
const SUBJECT = 'evt.notes.thing.happened';
const ACCOUNTS = 40;
const VERSIONS_AT_ONCE = 25;
/** Statements of so many events each while a process is killed. */
const STATEMENTS = 8;
const EVENTS = STATEMENTS * ACCOUNTS * VERSIONS_AT_ONCE;
/** With how many shards whoever was killed comes back. */
const RETURNS =
  process.env.KILLED_RELAYS === 'full'
    ? [1, 4, 2, 8, 4, 4, 1, 1, 3, 4, 16, 5, 4, 4, 2, 2, 4, 1, 4, 4]
    : [4, 1, 2, 4];

interface Told {
  readonly id: string;
  readonly entity: string;
  readonly version: number;
}

describe('relays in two processes that are killed while they publish', () => {
  let service: TestService;
  let processes: AppProcess[];
  let versions = 0;

  beforeAll(async () => {
    service = await startTestService(
      notesService,
      { OUTBOX_SHARDS: '4', DATABASE_POOL_SIZE: '20' },
      { replicas: 0 },
    );
    processes = await Promise.all([service.startProcess(MAIN), service.startProcess(MAIN)]);
  });

  afterAll(() => service.stop());

  const count = async (condition: string) => {
    const [row] = await service.query<{ count: number }>(
      `SELECT count(*)::int FROM notes.outbox WHERE ${condition}`,
    );
    return row!.count;
  };

  /** Adds the next versions of one entity of each account. */
  async function add(): Promise<void> {
    await service.query(
      `INSERT INTO notes.outbox (account_id, event_id, subject, document)
       SELECT account, gen_random_uuid(), $1, json_build_object('entity', account, 'version', version)
       FROM generate_series($2::int, $3::int) AS version, generate_series(1, $4::int) AS account
       WHERE pg_current_xact_id() IS NOT NULL ORDER BY version, account`,
      [SUBJECT, versions + 1, versions + VERSIONS_AT_ONCE, ACCOUNTS],
    );
    versions += VERSIONS_AT_ONCE;
  }

  async function kill(victim: AppProcess, nextShards: number): Promise<void> {
    process.kill(victim.pid!, 'SIGKILL');
    await until(() => victim.pid === undefined, { describe: 'the process to be gone' });
    victim.reconfigure((env) => ({ ...env, OUTBOX_SHARDS: String(nextShards) }));
    await victim.start();
  }

  async function readStream(): Promise<Told[]> {
    const consumer = await service.bus.nats.jetstream().consumers.get(STREAM, { filterSubjects: SUBJECT });
    const { num_pending } = await consumer.info();
    const told: Told[] = [];
    for await (const message of await consumer.consume()) {
      const { entity, version } = message.json<{ entity: number; version: number }>();
      told.push({ id: message.headers!.get('Nats-Msg-Id'), entity: String(entity), version });
      if (told.length === num_pending) break;
    }
    return told;
  }

  it('lose nothing, store nothing twice and keep the order of each entity, while their number of shards changes', async () => {
    const random = new Random(51);
    for (const [turn, shards] of RETURNS.entries()) {
      const before = await count('published_at IS NOT NULL');
      for (let done = 0; done < STATEMENTS; done += 1) await add();
      const due = before + random.between(1, EVENTS / 2);
      await until(async () => (await count('published_at IS NOT NULL')) >= due, {
        describe: 'some events to be published',
      });
      await kill(processes[turn % 2]!, shards);
    }
    await until(async () => (await count('published_at IS NULL')) === 0, { describe: 'the outbox to drain' });

    const told = await readStream();
    expect(told.length).toBe(RETURNS.length * EVENTS);
    expect(new Set(told.map(({ id }) => id)).size).toBe(told.length);
    const order = new Map<string, number[]>();
    for (const { entity, version } of told) order.set(entity, [...(order.get(entity) ?? []), version]);
    const all = Array.from({ length: versions }, (_, index) => index + 1);
    for (const [, found] of order) expect(found).toEqual(all);
    expect(order.size).toBe(ACCOUNTS);
  }, 600_000);
});
