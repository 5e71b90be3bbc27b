import { messageSent } from '@chat/contracts/messaging';
import {
  inspectDeliveries,
  inspectWebhook,
  readBacklogs,
  surveyWebhooks,
  type InspectedWebhook,
} from '@chat/contracts/webhooks';
import { refusal, someMessage, until } from '@chat/test-kit';
import { toTimestamp } from '@chat/service-kit';
import { WebhooksHarness } from '../testing/webhooks-harness';

describe('the inspection of webhooks', () => {
  let webhooks: WebhooksHarness;

  beforeAll(async () => {
    webhooks = await WebhooksHarness.start();
  });

  afterAll(() => webhooks.stop());

  beforeEach(() => {
    webhooks.accountId += 1;
  });

  const inspect = async (webhook_id: number): Promise<InspectedWebhook> =>
    (await webhooks.service.bus.request(inspectWebhook, { body: { webhook_id } })).webhook;

  /** An endpoint whose receiver answers 500 to three attempts. */
  async function failingEndpoint(): Promise<{ id: number; eventId: string }> {
    const receiver = await webhooks.startReceiver();
    receiver.answer = () => ({ status: 500, body: 'the shelf is full' });
    const { webhook } = await webhooks.register(`${receiver.url}?token=secret`);
    const { id: eventId } = await webhooks.publish('Acme');
    for (let failures = 1; failures <= 3; failures += 1) {
      await webhooks.noted(webhook.id, failures);
      if (failures < 3) await webhooks.passTime();
    }
    return { id: webhook.id, eventId };
  }

  it('explains an endpoint that fails, without its path, its payloads and its responses', async () => {
    const { id, eventId } = await failingEndpoint();
    const found = await inspect(id);
    expect(found).toMatchObject({
      ...{ id, account_id: webhooks.accountId, status: 'active', lane: 'retrying', failures: 3 },
      ...{ pending: 1, succeeded: 0, failed: 0, blocked: 0 },
      host: expect.stringMatching(/^127\.0\.0\.1:\d+$/) as string,
      failing_since: expect.any(String) as string,
      pending_since: expect.any(String) as string,
      troubled: [
        { event_id: eventId, status: 'pending', attempts: 3, response_status: 500, error: 'http_status' },
      ],
    });
    expect(found.last_attempts.map(({ number, error }) => [number, error])).toEqual([
      [1, 'http_status'],
      [2, 'http_status'],
      [3, 'http_status'],
    ]);
    expect(JSON.stringify(found)).not.toMatch(/token|secret|shelf|Acme/);
  });

  it('lists the endpoints that fail, of one account or of all', async () => {
    const { id } = await failingEndpoint();
    const receiver = await webhooks.startReceiver();
    const { webhook: well } = await webhooks.register(receiver.url);
    const list = async (body: object) =>
      (await webhooks.service.bus.request(surveyWebhooks, { body })).webhooks.map((one) => one.id);
    expect(await list({ account_id: webhooks.accountId, is_failing: true })).toEqual([id]);
    expect(await list({ account_id: webhooks.accountId })).toEqual([id, well.id]);
    const all = await list({ is_failing: true });
    expect(all).toContain(id);
    expect(all).not.toContain(well.id);
    expect(await list({ is_failing: true, after_account_id: webhooks.accountId, after_id: id })).toEqual([]);
  });

  it('counts what waits, by account', async () => {
    await failingEndpoint();
    const { accounts } = await webhooks.service.bus.request(readBacklogs, { body: {} });
    expect(accounts.find(({ account_id }) => account_id === webhooks.accountId)).toEqual({
      account_id: webhooks.accountId,
      waiting: 1,
      retrying: 1,
    });
  });

  it('finds the deliveries of a message, and of no other', async () => {
    const receiver = await webhooks.startReceiver();
    const { webhook } = await webhooks.register(receiver.url, ['message.*']);
    const publish = async (id: number) => {
      const message = { ...someMessage, id };
      const data = { message, contact: message.contact, conversation_id: message.conversation_id };
      const occurrence = { accountId: webhooks.accountId, entity: `messages/${id}`, channelId: 7 };
      return (await webhooks.service.bus.publish(messageSent, data, occurrence)).id;
    };
    const [eventId] = await Promise.all([publish(1042), publish(10_421)]);
    await webhooks.ended(webhook.id, eventId, 'succeeded', 1);
    const body = {
      ...{ account_id: webhooks.accountId, channel_id: 7, message_id: 1042 },
      since: toTimestamp(new Date()),
    };
    const found = await until(
      async () => {
        const answer = await webhooks.service.bus.request(inspectDeliveries, { body });
        return answer.deliveries.length > 0 && answer;
      },
      { describe: 'the delivery' },
    );
    expect(found.deliveries).toMatchObject([
      { webhook_id: webhook.id, event_id: eventId, status: 'succeeded' },
    ]);
    expect(found.webhooks).toMatchObject([{ id: webhook.id }]);
    expect(found.searched_until).toBeNull();
  });

  it('says that there is no such endpoint', async () => {
    const failure = await refusal(
      webhooks.service.bus.request(inspectWebhook, { body: { webhook_id: 999_999 } }),
    );
    expect(failure).toMatchObject({ code: 'not_found', message: 'There is no webhook endpoint 999999.' });
  });
});
