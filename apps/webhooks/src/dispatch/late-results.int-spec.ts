import { until, type WebhookReceiver } from '@chat/test-kit';
import { AttemptRecorder } from '../attempts/attempt-recorder';
import { WebhooksHarness } from '../testing/webhooks-harness';

let webhooks: WebhooksHarness;
let receiver: WebhookReceiver;
/** Functions that answer the requests in flight, in the order in which these arrived. */
let answers: ((status: number) => void)[];

beforeAll(async () => {
  webhooks = await WebhooksHarness.start({ WEBHOOK_TIMEOUT_MS: '60000' });
});

afterAll(() => webhooks.stop());

beforeEach(async () => {
  webhooks.accountId += 1;
  answers = [];
  receiver = await webhooks.startReceiver();
  receiver.answer = () => new Promise((resolve) => answers.push((status) => resolve({ status })));
});

interface LaneState {
  failures: number;
  held_until: Date | null;
}

async function laneOf(webhookId: number): Promise<LaneState> {
  const sql = 'SELECT failures, held_until FROM webhooks.lanes WHERE webhook_id = $1';
  const [lane] = await webhooks.service.query<LaneState>(sql, [webhookId]);
  return lane!;
}

function requests(count: number): Promise<unknown> {
  return until(() => answers.length === count, { describe: `${count} requests` });
}

it('of a delivery that another dispatcher has taken over says nothing about the endpoint', async () => {
  const { webhook } = await webhooks.register(receiver.url);
  const event = await webhooks.publish();
  await requests(1);
  await webhooks.service.query(
    `UPDATE webhooks.endpoint_deliveries SET locked_until = now() + interval '1 hour' WHERE event_id = $1`,
    [event.id],
  );
  const records = jest.spyOn(AttemptRecorder.prototype, 'record');
  answers[0]!(500);
  await until(() => records.mock.results.length > 0, { describe: 'the result' });
  await records.mock.results[0]!.value;
  records.mockRestore();
  expect(await laneOf(webhook.id)).toMatchObject({ failures: 0 });
  expect(await webhooks.endpoint(webhook.id)).toMatchObject({ status: 'active', failing_since: null });
});

it('of an attempt that was no trial does not let a second trial begin', async () => {
  const { webhook } = await webhooks.register(receiver.url);
  for (let count = 0; count < 4; count += 1) await webhooks.publish();
  await requests(4);
  for (const fail of answers.slice(0, 3)) fail(500);
  await webhooks.noted(webhook.id, 3);
  await webhooks.publish();
  await requests(5);
  const { held_until: end } = await laneOf(webhook.id);
  answers[3]!(500);
  await webhooks.noted(webhook.id, 4);
  expect(await laneOf(webhook.id)).toEqual({ failures: 4, held_until: end });
  answers[4]!(200);
  await webhooks.noted(webhook.id, 0);
});
