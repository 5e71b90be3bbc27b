import type { RequestContext } from '@chat/contracts';
import {
  createWebhook,
  enableWebhook,
  recoverWebhook,
  resendWebhookDelivery,
  updateWebhook,
} from '@chat/contracts/webhooks';
import { refusal, until, type WebhookReceiver } from '@chat/test-kit';
import { appContext } from '../testing/callers';
import { WebhooksHarness } from '../testing/webhooks-harness';

let webhooks: WebhooksHarness;
let receiver: WebhookReceiver;

beforeAll(async () => {
  webhooks = await WebhooksHarness.start();
});

afterAll(() => webhooks.stop());

beforeEach(async () => {
  webhooks.accountId += 1;
  receiver = await webhooks.startReceiver();
});

const isDisabled = (id: number) =>
  until(async () => (await webhooks.endpoint(id)).status === 'disabled', {
    describe: 'the endpoint to be disabled',
  });

describe('an endpoint', () => {
  it('is disabled at once when it responds with 410', async () => {
    const { webhook } = await webhooks.register(receiver.url);
    receiver.answer = () => ({ status: 410 });
    const event = await webhooks.publish();
    await isDisabled(webhook.id);
    expect(await webhooks.endpoint(webhook.id)).toMatchObject({
      disabled_reason: 'gone',
      disabled_at: expect.any(String) as string,
    });
    expect(await webhooks.ended(webhook.id, event.id, 'failed', 1)).toMatchObject({
      response_status: 410,
      error: 'http_status',
      next_retry_at: null,
    });
  });

  it('is no longer failing once an attempt sent before its first failure succeeds', async () => {
    const { webhook } = await webhooks.register(receiver.url);
    let answer = () => {};
    receiver.answer = () => new Promise((resolve) => (answer = () => resolve({ status: 200 })));
    const slow = await webhooks.publish();
    await until(() => receiver.ids.includes(slow.id), { describe: 'the slow attempt' });
    receiver.answer = () => ({ status: 503, headers: { 'retry-after': '3600' } });
    const failed = await webhooks.publish();
    await webhooks.ended(webhook.id, failed.id, 'pending', 1);
    await webhooks.noted(webhook.id, 1);

    answer();
    await webhooks.ended(webhook.id, slow.id, 'succeeded', 1);
    await webhooks.noted(webhook.id, 0);
    expect(await webhooks.endpoint(webhook.id)).toMatchObject({ failing_since: null });
  });

  it.each([410, 500])(
    'stays active when its previous address responds late with %i, and its new one gets the delivery',
    async (status) => {
      const { webhook } = await webhooks.register(receiver.url);
      let answer = () => {};
      receiver.answer = () => new Promise((resolve) => (answer = () => resolve({ status })));
      const event = await webhooks.publish();
      await until(() => receiver.ids.includes(event.id), { describe: 'the attempt' });
      await webhooks.failedFor(webhook.id, '6 days');

      const moved = await webhooks.startReceiver();
      const input = { params: { id: webhook.id }, body: { url: moved.url } };
      await webhooks.service.bus.request(updateWebhook, input, webhooks.context);
      answer();
      await webhooks.ended(webhook.id, event.id, 'pending', 1);
      await webhooks.noted(webhook.id, 1);
      expect(await webhooks.endpoint(webhook.id)).toMatchObject({ status: 'active', failing_since: null });
      await webhooks.passTime();
      await webhooks.ended(webhook.id, event.id, 'succeeded', 2);
      expect(moved.ids).toEqual([event.id]);
    },
  );

  it('has five days again after its address changes', async () => {
    const { webhook } = await webhooks.register(receiver.url);
    const moved = await webhooks.startReceiver();
    moved.answer = () => ({ status: 500 });
    await webhooks.failedFor(webhook.id, '6 days');
    const input = { params: { id: webhook.id }, body: { url: moved.url } };
    await webhooks.service.bus.request(updateWebhook, input, webhooks.context);
    expect(await webhooks.endpoint(webhook.id)).toMatchObject({ failing_since: null });

    const event = await webhooks.publish();
    await webhooks.ended(webhook.id, event.id, 'pending', 1);
    await webhooks.noted(webhook.id, 1);
    expect(await webhooks.endpoint(webhook.id)).toMatchObject({ status: 'active' });
  });

  it('is disabled by the first failure after five days of failing, not earlier, and others are told', async () => {
    const told = await webhooks.startReceiver();
    await webhooks.register(told.url, ['webhook.disabled']);
    const { webhook } = await webhooks.register(receiver.url);
    receiver.answer = () => ({ status: 500 });
    const event = await webhooks.publish();
    await webhooks.ended(webhook.id, event.id, 'pending', 1);
    await until(async () => (await webhooks.endpoint(webhook.id)).failing_since, {
      describe: 'failing_since',
    });

    await webhooks.failedFor(webhook.id, '4 days 23 hours 59 minutes');
    await webhooks.passTime();
    await webhooks.ended(webhook.id, event.id, 'pending', 2);
    await webhooks.noted(webhook.id, 2);
    expect(await webhooks.endpoint(webhook.id)).toMatchObject({ status: 'active' });

    await webhooks.failedFor(webhook.id, '5 days');
    await webhooks.passTime();
    await isDisabled(webhook.id);
    const disabled = await webhooks.endpoint(webhook.id);
    expect(disabled).toMatchObject({ disabled_reason: 'failing' });
    const { data } = await told.waitFor('webhook.disabled');
    expect(data).toEqual({ webhook: disabled, reason: 'failing' });
  });

  it('stays active after a success, however long it has been failing', async () => {
    const { webhook } = await webhooks.register(receiver.url);
    receiver.answer = () => ({ status: 500 });
    const failed = await webhooks.publish();
    await webhooks.ended(webhook.id, failed.id, 'pending', 1);
    await until(async () => (await webhooks.endpoint(webhook.id)).failing_since, {
      describe: 'failing_since',
    });
    // From here on, a retry of the first delivery would succeed as well.
    receiver.answer = () => ({ status: 200 });
    await webhooks.failedFor(webhook.id, '6 days');

    const event = await webhooks.publish();
    await webhooks.ended(webhook.id, event.id, 'succeeded');
    await until(async () => (await webhooks.endpoint(webhook.id)).failing_since === null, {
      describe: 'failing_since to be cleared',
    });
    expect(await webhooks.endpoint(webhook.id)).toMatchObject({ status: 'active' });
  });
});

describe('a disabled endpoint', () => {
  it('is told to the endpoints that may see it: those of the account and of the app that registered it', async () => {
    const { accountId } = webhooks;
    const acme = appContext(accountId, `acme-${accountId}`, 1);
    const acmeAgain = appContext(accountId, `acme-${accountId}`, 2);
    const other = appContext(accountId, `other-${accountId}`, 3);
    const telling = await webhooks.startReceiver();
    const register = async (context: RequestContext, { url } = telling) => {
      const input = { body: { label: 'Orders', url } };
      return (await webhooks.service.bus.request(createWebhook, input, context)).webhook.id;
    };
    const gone = await register(acme, receiver);
    const told = [await register(webhooks.context), await register(acme), await register(acmeAgain)];
    const untold = await register(other);
    receiver.answer = () => ({ status: 410 });
    await webhooks.publish();

    const toldOf = async (id: number) =>
      (await webhooks.deliveries(id, { event: 'webhook.disabled' })).filter(
        ({ status }) => status === 'succeeded',
      );
    await until(async () => (await Promise.all(told.map(toldOf))).every(({ length }) => length === 1), {
      describe: 'the endpoints to be told',
    });
    expect(await webhooks.deliveries(untold, { event: 'webhook.disabled' })).toEqual([]);
    const { body } = telling.received.find(({ type }) => type === 'webhook.disabled')!;
    expect(JSON.parse(body)).toMatchObject({
      data: { webhook: { id: gone, status: 'disabled', created_by: { type: 'app' } }, reason: 'gone' },
    });
    expect(body).not.toContain('secret');
  });

  it('has all its deliveries fail, including those in flight, and they can be resent once it is enabled', async () => {
    const { webhook } = await webhooks.register(receiver.url);
    receiver.answer = () => ({ status: 500 });
    const waiting = await webhooks.publish();
    await webhooks.ended(webhook.id, waiting.id, 'pending', 1);
    receiver.answer = () => ({ status: 410 });
    const last = await webhooks.publish();
    await isDisabled(webhook.id);

    const ended = await webhooks.ended(webhook.id, waiting.id, 'failed', 1);
    expect(ended).toMatchObject({ error: 'endpoint_disabled', next_retry_at: null });
    const missed = await webhooks.publish();
    const logged = await webhooks.ended(webhook.id, missed.id, 'failed', 0);
    expect(logged).toMatchObject({ error: 'endpoint_disabled' });

    const { bus } = webhooks.service;
    const resend = () =>
      bus.request(resendWebhookDelivery, { params: { deliveryId: logged.id } }, webhooks.context);
    expect(await refusal(resend())).toMatchObject({ code: 'conflict' });
    receiver.answer = () => ({ status: 200 });
    receiver.received.length = 0;
    await bus.request(enableWebhook, { params: { id: webhook.id } }, webhooks.context);
    expect((await resend()).delivery).toMatchObject({ id: logged.id, status: 'pending' });
    await webhooks.ended(webhook.id, missed.id, 'succeeded', 1);

    const body = { since: webhook.created_at };
    await bus.request(recoverWebhook, { params: { id: webhook.id }, body }, webhooks.context);
    await webhooks.ended(webhook.id, waiting.id, 'succeeded', 2);
    await webhooks.ended(webhook.id, last.id, 'succeeded', 2);
    const events = receiver.received.filter(({ type }) => type !== 'webhook.test').map(({ id }) => id);
    expect(events.toSorted()).toEqual([missed.id, waiting.id, last.id].toSorted());
  });

  it('has its backlog ended in batches, however long it is', async () => {
    const { webhook } = await webhooks.register(receiver.url);
    receiver.answer = () => ({ status: 500 });
    await webhooks.service.query(
      `INSERT INTO webhooks.endpoint_deliveries (account_id, webhook_id, event_id, event, payload, status, next_attempt_at)
       SELECT $1, $2, gen_random_uuid(), 'device.connected', '{}', 'pending', now() + interval '1 hour'
       FROM generate_series(1, 2500)`,
      [webhooks.accountId, webhook.id],
    );
    receiver.answer = () => ({ status: 410 });
    await webhooks.publish();
    const failed = async () =>
      (
        await webhooks.service.query(
          `SELECT FROM webhooks.endpoint_deliveries WHERE webhook_id = $1 AND error = 'endpoint_disabled'`,
          [webhook.id],
        )
      ).length;
    await until(async () => (await failed()) === 2_500, { describe: 'the backlog to end' });
  });

  it('keeps its lane due if an attempt fails while it is being enabled', async () => {
    const { webhook } = await webhooks.register(receiver.url);
    let fail = () => {};
    receiver.answer = () => new Promise((resolve) => (fail = () => resolve({ status: 500 })));
    const event = await webhooks.publish();
    await until(() => receiver.ids.includes(event.id), { describe: 'the attempt' });
    receiver.answer = () => ({ status: 200 });
    const query = (sql: string) => webhooks.service.query(sql, [webhook.id]);
    await query(`UPDATE webhooks.endpoints SET status = 'disabled', disabled_reason = 'gone' WHERE id = $1`);

    const waiting = async (count: number) => {
      const sql = `SELECT FROM pg_stat_activity WHERE datname = current_database() AND wait_event_type = 'Lock'`;
      await until(async () => (await webhooks.service.query(sql)).length === count, {
        describe: `${count} to wait for the lane`,
      });
    };
    await webhooks.service.query('BEGIN');
    await query('SELECT FROM webhooks.lanes WHERE webhook_id = $1 FOR UPDATE');
    const { bus } = webhooks.service;
    const enabled = bus.request(enableWebhook, { params: { id: webhook.id } }, webhooks.context);
    await waiting(1);
    fail();
    await waiting(2);
    await webhooks.service.query('COMMIT');
    expect((await enabled).webhook.status).toBe('active');
    await webhooks.noted(webhook.id, 1);
    const isToBeLookedAt = 'SELECT due_at IS NOT NULL AS due FROM webhooks.lanes WHERE webhook_id = $1';
    expect(await query(isToBeLookedAt)).toEqual([{ due: true }]);
  });
});
