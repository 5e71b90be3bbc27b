import { enableWebhook, updateWebhook } from '@chat/contracts/webhooks';
import { until, type WebhookReceiver } from '@chat/test-kit';
import { WebhooksHarness } from '../testing/webhooks-harness';
import { DispatchRepository } from './dispatch.repository';

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

async function registerNew(count: number): Promise<void> {
  for (let index = 0; index < count; index += 1) await webhooks.registerNew(`${receiver.url}/${index}`);
}

describe('an endpoint that has never responded with 2xx', () => {
  it('gets one request at a time, in order, until it has', async () => {
    await webhooks.registerNew(receiver.url);
    const answers: (() => void)[] = [];
    receiver.answer = () => new Promise((resolve) => answers.push(() => resolve({ status: 200 })));
    const other = await webhooks.startReceiver();
    await webhooks.register(other.url);
    const events: string[] = [];
    for (let count = 0; count < 6; count += 1) {
      const { id } = await webhooks.publish();
      events.push(id);
      await until(() => other.ids.includes(id), { describe: 'a round that sends the event to another' });
    }
    await until(() => answers.length > 0, { describe: 'the first request' });
    expect(receiver.ids).toEqual(events.slice(0, 1));
    answers.splice(0).forEach((answer) => answer());
    await until(() => answers.length > 1, { describe: 'several requests at once' });
    receiver.answer = () => ({ status: 200 });
    answers.splice(0).forEach((answer) => answer());
    await until(() => receiver.ids.length === events.length, { describe: 'all of them' });
    expect(receiver.ids.toSorted()).toEqual(events.toSorted());
  });

  it('is new again at another host, and not at another path', async () => {
    const { webhook } = await webhooks.register(receiver.url);
    const moveTo = async (url: string) => {
      const input = { params: { id: webhook.id }, body: { url } };
      await webhooks.service.bus.request(updateWebhook, input, webhooks.context);
    };
    await moveTo(`${receiver.url}/other`);
    expect(await isProven(webhook.id)).toBe(true);
    await moveTo(receiver.url.replace('127.0.0.1', '127.0.0.2'));
    expect(await isProven(webhook.id)).toBe(false);
  });

  it('is no longer new after it answered the probes that enabled it', async () => {
    const { webhook } = await webhooks.registerNew(receiver.url);
    await webhooks.service.query(
      `UPDATE webhooks.endpoints SET status = 'disabled', disabled_reason = 'gone' WHERE id = $1`,
      [webhook.id],
    );
    await webhooks.service.bus.request(enableWebhook, { params: { id: webhook.id } }, webhooks.context);
    expect(await isProven(webhook.id)).toBe(true);
  });
});

describe('the endpoints of an account that have never responded with 2xx', () => {
  let clock: { nowMs: number };

  /** The budget of an account is refilled only when a test advances the clock. */
  beforeEach(() => {
    clock = { nowMs: performance.now() };
    jest.spyOn(performance, 'now').mockImplementation(() => clock.nowMs);
  });

  afterEach(() => jest.restoreAllMocks());

  it('get ten requests of an event, and then one every two seconds', async () => {
    await registerNew(30);
    receiver.answer = () => ({ status: 404 });
    const rounds = jest.spyOn(DispatchRepository.prototype, 'dueLanes');
    /** Waits for this many requests, and for rounds that would have sent more. */
    const receives = async (count: number) => {
      await until(() => receiver.received.length >= count, { describe: `${count} requests` });
      const before = rounds.mock.calls.length;
      await until(() => rounds.mock.calls.length > before + 1, { describe: 'another round' });
      expect(receiver.received).toHaveLength(count);
    };
    await webhooks.publish();
    await receives(10);
    clock.nowMs += 1_999;
    await receives(10);
    clock.nowMs += 1;
    await receives(11);
    clock.nowMs += 2_000;
    await receives(12);
  });

  it('all get an event at once that they accept', async () => {
    await registerNew(30);
    const event = await webhooks.publish();
    await until(() => receiver.ids.length === 30, { describe: 'the event at all of them' });
    expect(new Set(receiver.ids)).toEqual(new Set([event.id]));
  });
});

async function isProven(id: number): Promise<boolean> {
  const [row] = await webhooks.service.query<{ proven: boolean }>(
    'SELECT is_proven AS proven FROM webhooks.endpoints WHERE id = $1',
    [id],
  );
  return row!.proven;
}
