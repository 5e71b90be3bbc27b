import { setTimeout as delay } from 'node:timers/promises';
import { Client } from 'pg';
import type { DataSource, EntityManager } from 'typeorm';
import type { OutboxRow, Transaction, Transactions } from '@chat/bus';
import { openDatabase, type Jobs, type Logger } from '@chat/service-kit';
import { createTestDatabase, withoutConnections, type TestDatabase } from '@chat/test-kit';
import type { DeviceSessionsConfig } from '../config';
import { database } from '../database/database';
import type { DeviceEngine } from '../engines/device-engine';
import { DeviceEngines } from '../engines/device-engines';
import { InboundRepository } from '../inbound/inbound.repository';
import { InboundService } from '../inbound/inbound.service';
import { PeopleRepository } from '../people/people.repository';
import { PeopleService } from '../people/people.service';
import { SentContents } from '../session-store/sent-contents';
import { SessionKeysRepository } from '../session-store/session-keys.repository';
import { SessionKeys } from '../session-store/session-keys.service';
import { SESSION_COLUMNS, type SessionRow } from '../session-store/session.row';
import { SessionsRepository } from '../session-store/sessions.repository';
import type { HeldSession } from '../sessions/held-session';
import { HeldSessionFactory } from '../sessions/held-session.factory';

export type { HeldSession };

const ACCOUNT = 1;
const nothing = () => undefined;

/** Sessions as a replica holds them, on a database of their own, with any engine. For `*.int-spec.ts` only. */
export class SessionsOnDatabase {
  private readonly held = new Set<HeldSession>();

  private constructor(
    private readonly testDatabase: TestDatabase,
    readonly dataSource: DataSource,
    /** Outside the pool of the sessions. */
    private readonly other: Client,
    private readonly factory: HeldSessionFactory,
  ) {}

  /** @param settings other than those with which tests are quick. */
  static async start(
    engine: DeviceEngine,
    settings: Partial<DeviceSessionsConfig> = {},
  ): Promise<SessionsOnDatabase> {
    const testDatabase = await createTestDatabase();
    const config = {
      ...{ DATABASE_URL: testDatabase.url, DATABASE_POOL_SIZE: 4, DEVICE_LOOKUPS_PER_MINUTE: 1 },
      ...{ SECRET_KEY: Buffer.alloc(32, 7), SECRET_KEYS_ACCEPTED: [] },
      ...{ DEVICE_LOGIN_INTERVAL_MS: 0, DEVICE_RECONNECT_GRACE_MS: 60_000 },
      ...settings,
    } as unknown as DeviceSessionsConfig;
    const dataSource = await openDatabase(database, config, 'spec');
    const other = new Client({ connectionString: testDatabase.url });
    await other.connect();
    const transactionOf = (manager: EntityManager): Transaction => ({
      ...{ manager, traceparent: '', afterCommit: nothing, emit: nothing, record: nothing },
      causedBy: () => transactionOf(manager),
    });
    const transactions = {
      run: (_: unknown, work: (tx: Transaction) => Promise<unknown>) =>
        dataSource.transaction((manager) => work(transactionOf(manager))),
      publish: () => Promise.resolve(),
      outboxRow: ({ type }: { type: string }) => ({ subject: type }) as OutboxRow,
    } as unknown as Transactions;
    const logger = { warn: nothing, error: nothing, info: nothing } as unknown as Logger;
    const keys = new SessionKeysRepository(dataSource, config);
    const people = new PeopleService(new PeopleRepository(dataSource), config);
    const inbound = new InboundRepository(dataSource);
    const factory = new HeldSessionFactory(
      config,
      logger,
      new DeviceEngines({ tested: engine }, 'tested'),
      new SessionsRepository(dataSource, transactions),
      new SessionKeys(dataSource, keys, logger),
      new SentContents(dataSource, config),
      new InboundService(transactions, inbound, keys, people, {} as Jobs),
    );
    return new SessionsOnDatabase(testDatabase, dataSource, other, factory);
  }

  /** Takes the session over, as a replica does after its last owner is gone. */
  async own(channelId: number): Promise<HeldSession> {
    const [row]: SessionRow[] = await this.dataSource.query(
      `INSERT INTO device_sessions.sessions AS known (account_id, channel_id, epoch) VALUES ($1, $2, 1)
       ON CONFLICT (account_id, channel_id) DO UPDATE SET epoch = known.epoch + 1 RETURNING ${SESSION_COLUMNS}`,
      [ACCOUNT, channelId],
    );
    const session = this.factory.create(row!, nothing);
    this.held.add(session);
    return session;
  }

  /** Breaks all connections of the sessions to the database, and lets none in for this time. */
  async leaveFor(ms: number): Promise<void> {
    await withoutConnections({ query: (sql) => this.other.query(sql) }, () => delay(ms));
  }

  /** The ids of the messages that the session received, in order. */
  async received(channelId: number): Promise<string[]> {
    const rows: { id: string }[] = await this.dataSource.query(
      `SELECT chat_message_id AS id FROM device_sessions.received
       WHERE channel_id = $1 AND from_phone <> 'me' ORDER BY number`,
      [channelId],
    );
    return rows.map(({ id }) => id);
  }

  async stop(): Promise<void> {
    for (const session of this.held) session.abandon();
    await this.other.end();
    await this.dataSource.destroy();
    await this.testDatabase.drop();
  }
}
