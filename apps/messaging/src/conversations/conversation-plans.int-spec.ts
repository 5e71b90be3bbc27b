import type { DataSource } from 'typeorm';
import { readTimePage } from '@chat/lists';
import { openDatabase } from '@chat/service-kit';
import { createTestDatabase, type TestDatabase } from '@chat/test-kit';
import { messagingService } from '../service';
import { ConversationsRepository } from './conversations.repository';

/** Postgres compares plans for the first five executions. */
const UNTIL_SETTLED = 5;

describe('the pages of conversations', () => {
  let database: TestDatabase;
  let dataSource: DataSource;

  beforeAll(async () => {
    database = await createTestDatabase();
    // What a connection has prepared, only this connection sees.
    const config = { DATABASE_URL: database.url, DATABASE_POOL_SIZE: 1 };
    dataSource = await openDatabase(messagingService.database, config, 'messaging');
    await dataSource.query(
      `INSERT INTO messaging.conversations (account_id, channel_id, contact_phone, canonical_phone, last_message_id,
         last_message_at)
       SELECT 1, 1, n, n, n, now() FROM generate_series(1, 5000) AS n`,
    );
    await dataSource.query('ANALYZE messaging.conversations');
  });

  afterAll(async () => {
    await dataSource.destroy();
    await database.drop();
  });

  it.each([
    ['of all channels', {}],
    ['of one channel', { channelId: 1 }],
    ['of one contact', { contactId: 1 }],
    ['with unread messages', { isUnread: true }],
  ])('%s are planned once, and so is their count', async (_, narrowed) => {
    const filter = { channelId: null, contactId: null, isUnread: false, ...narrowed };
    await dataSource.destroy();
    dataSource = await dataSource.initialize();
    const conversations = new ConversationsRepository(dataSource);
    for (let count = 0; count < UNTIL_SETTLED + 3; count += 1) {
      await conversations.page(1, filter, readTimePage({ per_page: 25 }));
      await conversations.count(1, filter);
    }
    const plans = await dataSource.query<object[]>(
      'SELECT custom_plans, generic_plans FROM pg_prepared_statements WHERE statement LIKE $1',
      ['%messaging.conversations%'],
    );
    const once = { custom_plans: UNTIL_SETTLED, generic_plans: 3 };
    expect(plans).toEqual([once, once]);
  });
});
