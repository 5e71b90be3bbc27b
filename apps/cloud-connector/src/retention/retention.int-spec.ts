import { until } from '@chat/test-kit';
import { startCloudConnector, type CloudConnectorUnderTest } from '../testing/cloud-connector-under-test';

describe('the retention of records', () => {
  let stack: CloudConnectorUnderTest;

  beforeAll(async () => {
    stack = await startCloudConnector({}, { PROVIDER_RECORD_DAYS: '10' });
  });

  afterAll(() => stack.stop());

  const left = async () => {
    const [sends, received] = await Promise.all([
      stack.query('SELECT message_id AS id FROM cloud_connector.sends ORDER BY 1'),
      stack.query('SELECT chat_message_id AS id FROM cloud_connector.received ORDER BY 1'),
    ]);
    return { sends, received };
  };

  it('deletes only records older than the setting', async () => {
    await stack.query(`
      INSERT INTO cloud_connector.sends (account_id, message_id, channel_id, state, created_at, updated_at)
      VALUES (1, 1, 7, 'accepted', now() - interval '10 days 1 minute', now()),
        (1, 2, 7, 'sending', now() - interval '9 days 23 hours', now())`);
    await stack.query(`
      INSERT INTO cloud_connector.received (account_id, channel_id, chat_message_id, received_at)
      VALUES (1, 7, 'old', now() - interval '11 days'), (1, 7, 'new', now())`);
    await stack.startReplica({ CALLBACK_PORT: '0' });
    const rest = await until(
      async () => {
        const { sends, received } = await left();
        return sends.length <= 1 && received.length <= 1 && { sends, received };
      },
      { describe: 'the old records to go' },
    );
    expect(rest).toEqual({ sends: [{ id: 2 }], received: [{ id: 'new' }] });
  });
});
