import { randomBytes } from 'node:crypto';
import { Client } from 'pg';
import type { DataSource } from 'typeorm';
import { openDatabase, type Logger } from '@chat/service-kit';
import { createTestDatabase, until, withoutConnections, type TestDatabase } from '@chat/test-kit';
import type { DeviceSessionsConfig } from '../config';
import { database } from '../database/database';
import { SessionKeysRepository } from './session-keys.repository';
import { SessionKeys } from './session-keys.service';
import { LeaseLostError, type Tenure } from './session.row';

const bytes = (text: string) => Buffer.from(text);
const never = new AbortController().signal;

describe('the keys of sessions', () => {
  let testDatabase: TestDatabase;
  let dataSource: DataSource;
  /** Outside the pool of the service. */
  let other: Client;
  let keys: SessionKeys;
  let lastChannel = 0;

  beforeAll(async () => {
    testDatabase = await createTestDatabase();
    const config = { DATABASE_URL: testDatabase.url, DATABASE_POOL_SIZE: 4 };
    dataSource = await openDatabase(database, config, 'spec');
    other = new Client({ connectionString: testDatabase.url });
    await other.connect();
    const secrets = {
      SECRET_KEY: Buffer.alloc(32, 7),
      SECRET_KEYS_ACCEPTED: [],
    } as unknown as DeviceSessionsConfig;
    const repository = new SessionKeysRepository(dataSource, secrets);
    keys = new SessionKeys(dataSource, repository, { warn: () => undefined } as unknown as Logger);
  });

  afterAll(async () => {
    await other.end();
    await dataSource.destroy();
    await testDatabase.drop();
  });

  const newSession = async (): Promise<Tenure> => {
    lastChannel += 1;
    const tenure = { account_id: 1, channel_id: lastChannel, epoch: 5 };
    await dataSource.query(
      'INSERT INTO device_sessions.sessions (account_id, channel_id, epoch) VALUES ($1, $2, $3)',
      [tenure.account_id, tenure.channel_id, tenure.epoch],
    );
    return tenure;
  };
  const read = async (tenure: Tenure, kind: string, ...ids: string[]) =>
    Object.fromEntries(
      [...(await keys.read(tenure, kind, ids, never))].map(([id, value]) => [
        id,
        Buffer.from(value).toString(),
      ]),
    );

  it('are kept sealed, changed together and removed, each for its session and kind', async () => {
    const [one, two] = [await newSession(), await newSession()];
    await keys.write(one, [
      { kind: 'session', id: '4915112345678.0', value: bytes('plain-1') },
      { kind: 'pre-key', id: '1', value: bytes('plain-2') },
      { kind: 'pre-key', id: '2', value: bytes('') },
    ]);
    await keys.write(two, [{ kind: 'pre-key', id: '1', value: bytes('plain-3') }]);
    expect(await read(one, 'pre-key', '1', '2', '3', '4915112345678.0')).toEqual({ '1': 'plain-2', '2': '' });
    expect(await read(two, 'pre-key', '1')).toEqual({ '1': 'plain-3' });
    const dump = JSON.stringify(
      await dataSource.query(`SELECT encode(value, 'escape') FROM device_sessions.session_keys`),
    );
    expect(dump).not.toContain('plain');

    await keys.write(one, [
      { kind: 'pre-key', id: '1', value: null },
      { kind: 'pre-key', id: '3', value: null },
      { kind: 'pre-key', id: '2', value: bytes('other') },
      { kind: 'pre-key', id: '2', value: bytes('latest') },
    ]);
    expect(await read(one, 'pre-key', '1', '2', '3')).toEqual({ '2': 'latest' });
    expect(await read(two, 'pre-key', '1')).toEqual({ '1': 'plain-3' });
  });

  it('may be as many as a phone needs, and any bytes', async () => {
    const tenure = await newSession();
    const values = Array.from({ length: 900 }, () => randomBytes(150));
    const changes = values.map((value, index) => ({ kind: 'pre-key', id: String(index), value }));
    await keys.write(tenure, changes);
    await keys.write(tenure, changes);
    const stored = await keys.read(
      tenure,
      'pre-key',
      changes.map(({ id }) => id),
      never,
    );
    expect(values.every((value, index) => value.equals(stored.get(String(index))!))).toBe(true);
  });

  it('are not changed by a former owner', async () => {
    const tenure = await newSession();
    await keys.write(tenure, [{ kind: 'pre-key', id: '1', value: bytes('new') }]);
    const former = { ...tenure, epoch: tenure.epoch - 1 };
    const late = keys.write(former, [{ kind: 'pre-key', id: '1', value: bytes('old') }]);
    await expect(late).rejects.toThrow(LeaseLostError);
    expect(await read(tenure, 'pre-key', '1')).toEqual({ '1': 'new' });
  });

  it('of sessions that wait are committed together, those of a former owner left out', async () => {
    const tenures = await Promise.all(Array.from({ length: 10 }, () => newSession()));
    const [first, ...rest] = tenures as [Tenure, ...Tenure[]];
    const change = { kind: 'waiting', id: '1', value: bytes('key') };
    await other.query('BEGIN');
    await other.query('LOCK device_sessions.session_keys');
    const writes = [keys.write(first, [change])];
    await new Promise((resolve) => setImmediate(() => setImmediate(resolve)));
    writes.push(
      ...rest.map((tenure, index) => keys.write(index === 0 ? { ...tenure, epoch: 1 } : tenure, [change])),
    );
    const settled = Promise.allSettled(writes);
    await until(
      async () =>
        (
          await other.query(
            `SELECT FROM pg_stat_activity WHERE wait_event_type = 'Lock' AND datname = current_database()`,
          )
        ).rowCount,
      { describe: 'a write to wait for the lock' },
    );
    await other.query('COMMIT');
    expect((await settled).map(({ status }) => status)).toEqual([
      'fulfilled',
      'rejected',
      ...Array<string>(8).fill('fulfilled'),
    ]);
    const [row]: { keys: number; commits: number }[] = await dataSource.query(
      `SELECT count(*)::int AS keys, count(DISTINCT xmin::text)::int AS commits
       FROM device_sessions.session_keys WHERE kind = 'waiting'`,
    );
    expect(row!.keys).toBe(9);
    expect(row!.commits).toBeLessThanOrEqual(3);
  });

  it('are read once the database is back, and are never absent meanwhile', async () => {
    const tenure = await newSession();
    await keys.write(tenure, [{ kind: 'session', id: 'a', value: bytes('there') }]);
    const queries = { query: (sql: string) => other.query(sql) };
    const reading = await withoutConnections(queries, async () => {
      const pending = read(tenure, 'session', 'a');
      await expect(dataSource.query('SELECT 1')).rejects.toThrow();
      return { pending };
    });
    expect(await reading.pending).toEqual({ a: 'there' });
  });

  it('are not waited for by a session that is given up', async () => {
    const tenure = await newSession();
    const abandoned = new AbortController();
    const queries = { query: (sql: string) => other.query(sql) };
    await withoutConnections(queries, async () => {
      const pending = keys.read(tenure, 'session', ['a'], abandoned.signal);
      const refused = expect(pending).rejects.toThrow(LeaseLostError);
      await expect(dataSource.query('SELECT 1')).rejects.toThrow();
      abandoned.abort(new LeaseLostError());
      await refused;
    });
  });
});
