import { until } from '@chat/test-kit';
import { WebhooksHarness } from '../testing/webhooks-harness';

let webhooks: WebhooksHarness;

beforeAll(async () => {
  webhooks = await WebhooksHarness.start();
});

afterAll(() => webhooks.stop());

/** Adds deliveries of that age. Ids must grow with time, so add the oldest of an account first. */
const add = (accountId: number, count: number, age: string, status = 'succeeded') =>
  webhooks.service.query(
    `INSERT INTO webhooks.endpoint_deliveries
       (account_id, webhook_id, event_id, event, payload, status, created_at, next_attempt_at)
     SELECT $1, 9, gen_random_uuid(), 'message.sent', '{}', $4, now() - $3::interval,
       CASE WHEN $4 = 'pending' THEN now() + interval '1 day' END
     FROM generate_series(1, $2)`,
    [accountId, count, age, status],
  );

describe('deliveries', () => {
  it('are deleted after 30 days, for every account and however many, unless they are pending', async () => {
    await webhooks.service.query(`
      CREATE TABLE batches (size integer);
      CREATE FUNCTION note_batch() RETURNS trigger LANGUAGE plpgsql AS
        $$ BEGIN INSERT INTO batches SELECT count(*) FROM gone HAVING count(*) > 0; RETURN NULL; END $$;
      CREATE TRIGGER note_batch AFTER DELETE ON webhooks.endpoint_deliveries
        REFERENCING OLD TABLE AS gone FOR EACH STATEMENT EXECUTE FUNCTION note_batch();`);
    await add(51, 1_200, '40 days', 'pending');
    await add(51, 2_500, '31 days');
    await add(51, 3, '29 days');
    await add(52, 2, '29 days');
    await add(53, 4, '30 days 1 minute', 'failed');

    // A new replica starts with a round.
    await webhooks.service.startReplica();
    const left = () =>
      webhooks.service.query<{ account_id: number; status: string; count: number }>(
        'SELECT account_id::int, status, count(*)::int FROM webhooks.endpoint_deliveries GROUP BY 1, 2 ORDER BY 1, 2',
      );
    const old = () =>
      webhooks.service.query(
        `SELECT 1 FROM webhooks.endpoint_deliveries
         WHERE created_at < now() - interval '30 days' AND status <> 'pending' LIMIT 1`,
      );
    // Two replicas run rounds, so the accounts are processed in any order.
    await until(async () => (await old()).length === 0, { describe: 'the old ones to go' });
    expect(await left()).toEqual([
      { account_id: 51, status: 'pending', count: 1_200 },
      { account_id: 51, status: 'succeeded', count: 3 },
      { account_id: 52, status: 'succeeded', count: 2 },
    ]);
    const batches = await webhooks.service.query<{ size: number }>('SELECT size FROM batches');
    expect(Math.max(...batches.map(({ size }) => size))).toBeLessThanOrEqual(1_000);
  });
});

describe('retired secrets', () => {
  it('are deleted once they no longer sign', async () => {
    await webhooks.service.query(
      `INSERT INTO webhooks.retired_secrets VALUES (61, 1, '\\x00', now() - interval '1 second'),
         (61, 2, '\\x00', now() + interval '1 hour')`,
    );
    await webhooks.service.startReplica();
    const left = () => webhooks.service.query('SELECT webhook_id::int FROM webhooks.retired_secrets');
    await until(async () => (await left()).length === 1, { describe: 'the expired secret to go' });
    expect(await left()).toEqual([{ webhook_id: 2 }]);
  });
});
