import { DataSource, type EntityManager } from 'typeorm';
import type { Reply } from '@chat/bus';
import {
  fingerprint,
  Idempotency,
  idempotencyTableSql,
  type Attempt,
  type Outcome,
  type RecordKey,
  type Success,
  type Trace,
} from '@chat/idempotency';
import { createTestDatabase, type TestDatabase } from '../test-database';

export const payload = fingerprint({ text: 'hello' });
export const sent = { status: 201, data: { message_id: 17 } } as const;

type Key = RecordKey;

/** Idempotency records in a database of their own, for the specs of one file. */
export function idempotencyUnderTest() {
  let database: TestDatabase;
  let dataSource: DataSource;
  let idempotency: Idempotency;
  let keys = 0;
  /** The known outcomes of entities. */
  const outcomes = new Map<number, Outcome>();

  beforeAll(async () => {
    database = await createTestDatabase();
    dataSource = await new DataSource({ type: 'postgres', url: database.url, poolSize: 20 }).initialize();
    await dataSource.query('CREATE SCHEMA spec');
    await dataSource.query(idempotencyTableSql('spec'));
    await dataSource.query('CREATE TABLE spec.deleted (channel_id bigint)');
    idempotency = new Idempotency(dataSource, 'spec', {
      outcomeOf: (_, id) => Promise.resolve(outcomes.get(Number(id)) ?? null),
      isHidden: (record) => `${record}.channel_id IN (SELECT channel_id FROM spec.deleted)`,
    });
  });

  afterAll(async () => {
    await dataSource.destroy();
    await database.drop();
  });

  const newKey = (): Key => ({
    accountId: 1,
    namespace: 'ck_1/messages.send',
    key: `key-${++keys}`,
    deadline: Date.now() + 60_000,
  });
  const run = (
    key: Key,
    work: (attempt: Attempt) => Success<typeof sent.data> | Promise<Success<typeof sent.data>>,
    of = payload,
  ) => idempotency.run(key, of, async (attempt) => work(attempt));
  const inTransaction = (work: (manager: EntityManager) => Promise<unknown>) =>
    dataSource.transaction((manager) => work(manager));
  /** Work that commits, reaches the provider, and ends as `outcome` says. */
  const sending =
    (outcome: () => typeof sent | Promise<typeof sent>, trace: Trace = {}) =>
    async (attempt: Attempt) => {
      await inTransaction((manager) => attempt.reach(manager, trace));
      return outcome();
    };
  const never = () => Promise.reject(new Error('this work must not run'));
  const change = (key: Key, set: string) =>
    dataSource.query(`UPDATE spec.idempotency_records SET ${set} WHERE key = $1`, [key.key]);
  const dies = (key: Key) => change(key, `lease_until = now() - interval '1 second'`);
  const answerOf = ({ body, meta }: Reply<object>) => ({ body, ...meta });

  /** A request whose process dies at the point where its work waits. */
  const leaveInFlight = async (
    key: Key,
    before: (attempt: Attempt) => Promise<unknown> = () => Promise.resolve(),
  ) => {
    await new Promise<void>((waiting) => {
      void run(key, async (attempt) => {
        await before(attempt);
        waiting();
        return new Promise<never>(() => undefined);
      });
    });
    await dies(key);
  };

  /** A request that created this entity, reached the provider and got no response. */
  const lost = (key: Key, entityId?: number) =>
    run(
      key,
      sending(() => Promise.reject(new Error('reset')), { entityId }),
    ).catch(() => undefined);

  return {
    outcomes,
    newKey,
    run,
    inTransaction,
    sending,
    never,
    change,
    dies,
    answerOf,
    leaveInFlight,
    lost,
    idempotency: () => idempotency,
    databaseUrl: () => database.url,
    query: <Row>(sql: string, values: unknown[] = []): Promise<Row[]> => dataSource.query(sql, values),
  };
}
