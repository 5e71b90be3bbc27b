import type { DataSource, EntityManager } from 'typeorm';
import type { OutboxRow, Transaction, Transactions } from '@chat/bus';
import { openDatabase, type Jobs } from '@chat/service-kit';
import { createTestDatabase, type TestDatabase } from '@chat/test-kit';
import type { DeviceSessionsConfig } from '../config';
import { database } from '../database/database';
import type { Arrival, KeyChange } from '../engines/device-engine';
import { PeopleRepository } from '../people/people.repository';
import { PeopleService } from '../people/people.service';
import { SessionKeysRepository } from '../session-store/session-keys.repository';
import { LeaseLostError } from '../session-store/session.row';
import { InboundRepository } from './inbound.repository';
import { InboundService } from './inbound.service';

/** Engines that keep keys: the simulated one has none. */
describe('what arrives with the keys that it changed', () => {
  const tenure = { account_id: 1, channel_id: 7, epoch: 1 };
  let testDatabase: TestDatabase;
  let dataSource: DataSource;
  let inbound: InboundService;
  let told: string[];

  beforeAll(async () => {
    testDatabase = await createTestDatabase();
    const config = {
      ...{ DATABASE_URL: testDatabase.url, DATABASE_POOL_SIZE: 4, DEVICE_LOOKUPS_PER_MINUTE: 1 },
      ...{ SECRET_KEY: Buffer.alloc(32, 7), SECRET_KEYS_ACCEPTED: [] },
    };
    dataSource = await openDatabase(database, config, 'spec');
    const transactionOf = (manager: EntityManager): Transaction => ({
      ...{ manager, traceparent: '', afterCommit: () => undefined, record: () => undefined },
      emit: ({ type }) => void told.push(type),
      causedBy: () => transactionOf(manager),
    });
    const transactions: Pick<Transactions, 'run' | 'publish' | 'outboxRow'> = {
      run: (_, work) => dataSource.transaction((manager) => work(transactionOf(manager))),
      publish: (rows) => Promise.resolve(rows.forEach(({ subject }) => told.push(subject))),
      outboxRow: ({ type }) => ({ subject: type }) as OutboxRow,
    };
    inbound = new InboundService(
      transactions as Transactions,
      new InboundRepository(dataSource),
      new SessionKeysRepository(dataSource, config as unknown as DeviceSessionsConfig),
      new PeopleService(new PeopleRepository(dataSource), config),
      {} as Jobs,
    );
    await dataSource.query(
      `INSERT INTO device_sessions.sessions (account_id, channel_id, epoch) VALUES (1, 7, 1)`,
    );
    await dataSource.query(
      `INSERT INTO device_sessions.sends (account_id, message_id, channel_id, chat_message_id, state)
       VALUES (1, 1, 7, 'SENT', 'sending')`,
    );
  });

  afterAll(async () => {
    await dataSource.destroy();
    await testDatabase.drop();
  });

  beforeEach(async () => {
    told = [];
    await dataSource.query('DELETE FROM device_sessions.received');
    await dataSource.query('DELETE FROM device_sessions.session_keys');
  });

  const message: Arrival = {
    ...{ type: 'message', chatMessageId: 'IN', from: { phone: '551187654321', userId: null } },
    ...{ pushName: null, content: { type: 'text', text: 'Hi' }, sentAt: new Date() },
  };
  const receipt: Arrival = {
    ...{ type: 'receipt', chatMessageId: 'SENT', level: 'delivered', errorCode: null, at: new Date() },
  };
  const key = (id = '1'): KeyChange => ({ kind: 'session', id, value: Buffer.from('ratchet') });
  /** Postgres cannot store it. */
  const unstorable = key('\0');
  const commits = async (table: string): Promise<string[]> => {
    const rows: { xmin: string }[] = await dataSource.query(
      `SELECT xmin::text FROM device_sessions.${table} ORDER BY 1`,
    );
    return rows.map(({ xmin }) => xmin);
  };

  it('is committed with them', async () => {
    await inbound.record(tenure, [message], [key()]);
    const [received, keys] = [await commits('received'), await commits('session_keys')];
    expect(received).toHaveLength(1);
    expect(keys).toEqual(received);
    expect(await commits('people')).toEqual(received);
    expect(told).toEqual(['device-sessions.message.received']);
  });

  it('is not kept when they cannot be', async () => {
    await expect(inbound.record(tenure, [message], [key(), unstorable])).rejects.toThrow();
    expect([await commits('received'), await commits('session_keys')]).toEqual([[], []]);
  });

  it('is of the owner alone, and so are they', async () => {
    const former = { ...tenure, epoch: 0 };
    await expect(inbound.record(former, [message], [key()])).rejects.toThrow(LeaseLostError);
    await expect(inbound.record(former, [receipt], [key()])).rejects.toThrow(LeaseLostError);
    await expect(inbound.record(former, [], [key()])).rejects.toThrow(LeaseLostError);
    expect([await commits('received'), await commits('session_keys')]).toEqual([[], []]);
  });

  it('may be receipts alone, which are told before the keys are changed', async () => {
    await expect(inbound.record(tenure, [receipt], [unstorable])).rejects.toThrow();
    expect(told).toEqual(['device-sessions.message.acknowledged']);
    await inbound.record(tenure, [receipt], [key()]);
    expect(await commits('session_keys')).toHaveLength(1);
    expect(told).toHaveLength(2);
  });

  it('is told although something stood for it before, which is not told once it is there', async () => {
    const standing: Arrival = { ...message, chatMessageId: 'unreadable-IN', standsFor: 'IN' };
    const stored = async () => {
      const rows: { id: string }[] = await dataSource.query(
        'SELECT chat_message_id AS id FROM device_sessions.received ORDER BY number',
      );
      return rows.map(({ id }) => id);
    };
    await inbound.record(tenure, [standing], []);
    await inbound.record(tenure, [standing], []);
    await inbound.record(tenure, [message], []);
    expect(await stored()).toEqual(['unreadable-IN', 'IN']);

    await dataSource.query('DELETE FROM device_sessions.received');
    await inbound.record(tenure, [message], []);
    await inbound.record(tenure, [standing], []);
    const from = { phone: '551187654399', userId: null };
    await inbound.record(tenure, [{ ...standing, from }], []);
    expect(await stored()).toEqual(['IN', 'unreadable-IN']);
  });

  it('keeps the keys of sessions that arrive together apart', async () => {
    await dataSource.query(
      `INSERT INTO device_sessions.sessions (account_id, channel_id, epoch) VALUES (1, 8, 1) ON CONFLICT DO NOTHING`,
    );
    const other = { ...tenure, channel_id: 8 };
    await Promise.all([
      inbound.record(tenure, [message], [key()]),
      inbound.record(other, [message], [key()]),
    ]);
    expect([(await commits('received')).length, (await commits('session_keys')).length]).toEqual([2, 2]);
  });
});
