import { randomUUID } from 'node:crypto';
import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { Webhook as StandardWebhook } from 'standardwebhooks';
import { Webhook as SvixWebhook } from 'svix';
import type { CloudEvent } from '@chat/contracts';
import { deviceConnected, type DeviceEventData } from '@chat/contracts/channels';
import { createWebhook, deleteWebhook, listWebhooks, type CreatedWebhook } from '@chat/contracts/webhooks';
import { startTestService, testContext, until, WebhookReceiver, type TestService } from '@chat/test-kit';
import { webhooksService } from '../service';
import { deviceData, plantedBody } from '../testing/event-data';
import { wakeLanes } from '../testing/time';

interface DeliveryRow {
  id: string;
  status: string;
  attempts: number;
  response_status: number | null;
  response_body: string | null;
  error: string | null;
  delivered_at: Date | null;
  retry_in_ms: number | null;
}

let service: TestService;
let receiver: WebhookReceiver;
let receivers: WebhookReceiver[] = [];
let accountId = 0;

const start = (timeoutMs: number) =>
  startTestService(webhooksService, {
    OUTBOUND_ALLOW_CIDRS: '127.0.0.0/8',
    WEBHOOK_TIMEOUT_MS: String(timeoutMs),
  });

// A timeout longer than these specs take, even on a busy machine.
beforeAll(async () => {
  service = await start(60_000);
});

afterAll(() => service.stop());

beforeEach(async () => {
  accountId += 1;
  receiver = await startReceiver();
});

afterEach(async () => {
  await Promise.all(receivers.map((started) => started.stop()));
  receivers = [];
});

async function startReceiver(): Promise<WebhookReceiver> {
  const started = await WebhookReceiver.start();
  receivers.push(started);
  return started;
}

const context = () => testContext({ accountId });

function register(url = receiver.url): Promise<CreatedWebhook> {
  return service.bus.request(createWebhook, { body: { label: 'Orders', url } }, context());
}

function publish(businessName?: string, id = randomUUID()): Promise<CloudEvent<DeviceEventData>> {
  const entity = `channels/${randomUUID()}`;
  return service.bus.publish(deviceConnected, deviceData(7, businessName), { accountId, entity, id });
}

async function deliveryOf(event: CloudEvent): Promise<DeliveryRow | undefined> {
  const [row] = await service.query<DeliveryRow>(
    `SELECT *, (extract(epoch FROM next_attempt_at - updated_at) * 1000)::float8 AS retry_in_ms
     FROM webhooks.endpoint_deliveries WHERE event_id = $1`,
    [event.id],
  );
  return row;
}

/** Resolves with the delivery of the event once it has had that many attempts. */
function attempted(event: CloudEvent, attempts: number): Promise<DeliveryRow> {
  const find = async () => {
    const row = await deliveryOf(event);
    return row?.attempts === attempts && row;
  };
  return until(find, { describe: `${attempts} attempts of ${event.id}` });
}

/** Edits a delivery's row, to shift its next attempt or its lease in time. */
async function change(event: CloudEvent, assignment: string): Promise<void> {
  await service.query(`UPDATE webhooks.endpoint_deliveries SET ${assignment} WHERE event_id = $1`, [
    event.id,
  ]);
  await wakeLanes(service);
}

describe('a delivery', () => {
  it('is accepted by the libraries with which receivers verify signatures', async () => {
    const { secret } = await register();
    const event = await publish('Café "Zoë" €');
    const delivery = await attempted(event, 1);

    const [{ headers, body } = { headers: {}, body: '' }] = receiver.received;
    const signed = headers as Record<string, string>;
    for (const library of [new StandardWebhook(secret), new SvixWebhook(secret)]) {
      expect(library.verify(body, signed)).toEqual({
        type: 'device.connected',
        timestamp: event.time.replace('Z', '+00:00'),
        data: event.data,
      });
      expect(() => library.verify(`${body} `, signed)).toThrow();
    }
    expect(headers).toMatchObject({
      'content-type': 'application/json',
      'user-agent': 'Chat-Webhooks/1.0',
      'webhook-id': event.id,
    });
    expect(delivery).toMatchObject({ status: 'succeeded', response_status: 200, error: null });
    expect(delivery.delivered_at).not.toBeNull();
  });

  it('is retried after a failure under the same webhook-id, and the endpoint recovers when it succeeds', async () => {
    await register();
    receiver.answer = () => ({ status: 500, body: 'out of order\0' });
    const event = await publish();

    const failed = await attempted(event, 1);
    expect(failed).toMatchObject({
      status: 'pending',
      response_status: 500,
      response_body: 'out of order\uFFFD',
      error: 'http_status',
    });
    expect(failed.retry_in_ms).toBeGreaterThanOrEqual(4_000);
    expect(failed.retry_in_ms).toBeLessThanOrEqual(6_000);
    const isFailing = async () =>
      (await service.bus.request(listWebhooks, { query: {} }, context())).webhooks[0]?.failing_since !== null;
    await until(isFailing, { describe: 'failing_since' });

    receiver.answer = () => ({ status: 204 });
    await change(event, 'next_attempt_at = now()');
    expect(await attempted(event, 2)).toMatchObject({
      status: 'succeeded',
      response_status: 204,
      error: null,
    });
    expect(receiver.ids).toEqual([event.id, event.id]);
    await until(async () => !(await isFailing()), { describe: 'failing_since to be cleared' });
  });

  it('fails after ten attempts, each delayed within a fifth of the schedule', async () => {
    const [MINUTE, HOUR] = [60, 3_600];
    const delays = [
      5,
      5 * MINUTE,
      30 * MINUTE,
      2 * HOUR,
      5 * HOUR,
      10 * HOUR,
      14 * HOUR,
      20 * HOUR,
      24 * HOUR,
    ];
    await register();
    receiver.answer = () => ({ status: 500 });
    const event = await publish();
    for (const [index, seconds] of delays.entries()) {
      const { status, retry_in_ms } = await attempted(event, index + 1);
      expect(status).toBe('pending');
      expect(retry_in_ms! / 1_000).toBeGreaterThanOrEqual(0.8 * seconds);
      expect(retry_in_ms! / 1_000).toBeLessThanOrEqual(1.2 * seconds);
      await change(event, 'next_attempt_at = now()');
    }
    expect(await attempted(event, 10)).toMatchObject({ status: 'failed', retry_in_ms: null });
    expect(receiver.ids).toEqual(Array(10).fill(event.id));
  });

  it.each<[string, string | string[]]>([
    ['once', '7200'],
    ['in two headers, of which the first counts', ['7200', '60']],
  ])(
    'waits as long as the receiver asks, even if the scheduled delay is shorter: %s',
    async (_, retryAfter) => {
      await register();
      receiver.answer = () => ({ status: 429, headers: { 'retry-after': retryAfter } });
      expect(await attempted(await publish(), 1)).toMatchObject({
        error: 'http_status',
        response_status: 429,
        retry_in_ms: 7_200_000,
      });
    },
  );

  it('fails on a redirect, which is not followed', async () => {
    await register();
    receiver.answer = () => ({ status: 307, headers: { location: `${receiver.url}/moved` } });
    const event = await publish();
    expect(await attempted(event, 1)).toMatchObject({ status: 'pending', error: 'redirect' });
    expect(receiver.received).toHaveLength(1);
  });

  it('is blocked if its address is forbidden', async () => {
    const { webhook } = await register();
    await service.query(`UPDATE webhooks.endpoints SET url = 'https://10.0.0.1/' WHERE id = $1`, [
      webhook.id,
    ]);
    const event = await publish();
    expect(await attempted(event, 1)).toMatchObject({ status: 'blocked', error: 'blocked' });
  });

  it.each(['NULL', '{"a": "b\\\\c", "d": [1, 2]}', ','])('keeps the response %s unchanged', async (body) => {
    await register();
    receiver.answer = () => ({ status: 200, body });
    expect((await attempted(await publish(), 1)).response_body).toBe(body);
  });

  it('keeps the first KiB of the response, cut at a character boundary', async () => {
    await register();
    receiver.answer = () => ({ status: 200, body: 'x' + '€'.repeat(100_000) });
    expect((await attempted(await publish(), 1)).response_body).toBe('x' + '€'.repeat(341));
  });
});

describe('a receiver that takes too long', () => {
  let patient: TestService;

  beforeAll(async () => {
    patient = service;
    service = await start(1_000);
  });

  afterAll(async () => {
    await service.stop();
    service = patient;
  });

  it('times out', async () => {
    await register();
    receiver.answer = () => new Promise(() => undefined);
    const event = await publish();
    expect(await attempted(event, 1)).toMatchObject({
      status: 'pending',
      error: 'timeout',
      response_status: null,
    });
  });

  it('succeeds once it sends a 2xx status, even if its body never ends', async () => {
    const endless = createServer((_, response) => response.writeHead(202).write('thanks')).listen(
      0,
      '127.0.0.1',
    );
    await once(endless, 'listening');
    await register(`http://127.0.0.1:${(endless.address() as AddressInfo).port}/`);
    expect(await attempted(await publish(), 1)).toMatchObject({
      status: 'succeeded',
      response_status: 202,
      response_body: 'thanks',
      error: null,
    });
    endless.close().closeAllConnections();
  });
});

describe('a lease', () => {
  it('lapses after a crash between claim and result, and the delivery is attempted again', async () => {
    await register();
    receiver.answer = () => ({ status: 500 });
    const event = await publish();
    await attempted(event, 1);
    receiver.answer = () => ({ status: 200 });

    // As if claimed by a process that has crashed.
    await change(event, `next_attempt_at = now(), locked_until = now() + interval '1 hour'`);
    await attempted(await publish(), 1);
    expect(await deliveryOf(event)).toMatchObject({ status: 'pending', attempts: 1 });

    await change(event, `locked_until = now() - interval '1 second'`);
    expect(await attempted(event, 2)).toMatchObject({ status: 'succeeded' });
  });

  it('fences off a late result after it has passed to another process', async () => {
    await register();
    let answerFirst = () => {};
    const first = randomUUID();
    receiver.answer = ({ id }) =>
      id === first
        ? new Promise((resolve) => (answerFirst = () => resolve({ status: 500 })))
        : { status: 200 };
    const event = await publish(undefined, first);
    await until(() => receiver.ids.includes(event.id), { describe: 'the attempt' });
    await change(event, `locked_until = now() + interval '1 hour'`);
    answerFirst();

    // Results are written in the order in which they arrive.
    await attempted(await publish(), 1);
    expect(await deliveryOf(event)).toMatchObject({ status: 'pending', attempts: 0, error: null });
  });
});

describe('many deliveries', () => {
  const events = (count: number) => Promise.all(Array.from({ length: count }, () => publish()));

  it('are sent once each, however many replicas there are', async () => {
    const replica = await service.startReplica();
    await register();
    const published = await events(200);
    const succeeded = `SELECT FROM webhooks.endpoint_deliveries WHERE account_id = $1 AND status = 'succeeded'`;
    await until(async () => (await service.query(succeeded, [accountId])).length === published.length, {
      describe: 'all of them to succeed',
    });
    await replica.stop();
    expect(receiver.ids.toSorted()).toEqual(published.map(({ id }) => id).toSorted());
  });

  it('to a receiver that hangs do not delay those to others', async () => {
    const hanging = await startReceiver();
    hanging.answer = () => new Promise(() => undefined);
    const { webhook } = await register(hanging.url);
    await service.query(
      `INSERT INTO webhooks.endpoint_deliveries
         (account_id, webhook_id, event_id, event, payload, status, next_attempt_at)
       SELECT $1, $2, gen_random_uuid(), 'device.connected', '${plantedBody}', 'pending', now()
       FROM generate_series(1, 10000)`,
      [accountId, webhook.id],
    );
    await wakeLanes(service);
    await until(() => hanging.received.length > 0, { describe: 'the backlog to begin' });

    await register();
    await events(50);
    await until(() => receiver.received.length === 50, { describe: '50 webhooks beside a backlog' });
    await service.bus.request(deleteWebhook, { params: { id: webhook.id } }, context());
  });

  it('are not retried once their endpoint is deleted', async () => {
    const { webhook } = await register();
    receiver.answer = () => ({ status: 500 });
    const event = await publish();
    await attempted(event, 1);
    await service.bus.request(deleteWebhook, { params: { id: webhook.id } }, context());
    await change(event, 'next_attempt_at = now()');

    const other = await startReceiver();
    await register(other.url);
    await publish();
    await until(() => other.received.length === 1, { describe: 'a webhook to the other endpoint' });
    expect(receiver.ids).toEqual([event.id]);
  });
});
