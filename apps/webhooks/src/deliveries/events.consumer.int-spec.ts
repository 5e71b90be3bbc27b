import { randomUUID } from 'node:crypto';
import { channelDeleted, deviceConnected, deviceDisconnected } from '@chat/contracts/channels';
import { messageReceived } from '@chat/contracts/messaging';
import { createWebhook } from '@chat/contracts/webhooks';
import { startTestService, testContext, until, type TestService } from '@chat/test-kit';
import { PAYLOAD } from '../payloads/payloads.sql';
import { webhooksService } from '../service';
import { deviceData, messageData } from '../testing/event-data';

interface DeliveryRow {
  webhook_id: number;
  event_id: string;
  event: string;
  channel_id: number | null;
  payload: string | null;
  status: string;
  attempts: number;
  error: string | null;
}

let service: TestService;
let accountId = 0;
/** The latest account id used for events that no test inspects. */
let others = 1_000;

beforeAll(async () => {
  // Nothing listens on port 1, so each attempt fails at once and waits for its retry.
  service = await startTestService(webhooksService, { OUTBOUND_ALLOW_CIDRS: '127.0.0.0/8' });
});

afterAll(() => service.stop());

beforeEach(() => {
  accountId += 1;
});

async function register(events: string[] = []): Promise<number> {
  const body = { label: 'Orders', url: 'http://127.0.0.1:1/hook', events };
  const { webhook } = await service.bus.request(createWebhook, { body }, testContext({ accountId }));
  return webhook.id;
}

const deliveries = () =>
  service.query<DeliveryRow>(
    `SELECT d.*, ${PAYLOAD} AS payload FROM webhooks.endpoint_deliveries d WHERE account_id = $1 ORDER BY id`,
    [accountId],
  );

/** Resolves once the event is consumed and its deliveries are committed. */
async function consumed(eventId: string): Promise<void> {
  await until(
    async () => (await service.query('SELECT FROM webhooks.inbox WHERE event_id = $1', [eventId])).length > 0,
    { describe: `event ${eventId} to be consumed` },
  );
}

/** Resolves once all events published earlier have been consumed. */
async function allBefore(): Promise<void> {
  const ownAccount = accountId;
  accountId = others += 1;
  await register(['message.*']);
  await consumed((await service.bus.publish(deviceConnected, deviceData(7), { accountId })).id);
  accountId = ownAccount;
}

describe('an event', () => {
  it('becomes one delivery per subscribed endpoint, with the payload that will be signed', async () => {
    const [all, family, exact] = [await register(), await register(['device.*']), await register(['device.connected'])]; // prettier-ignore
    await register(['message.*']);
    await register(['device.disconnected']);

    const event = await service.bus.publish(deviceConnected, deviceData(7), { accountId, channelId: 7 });
    await consumed(event.id);

    const rows = await deliveries();
    expect(rows.map((row) => row.webhook_id).sort((a, b) => a - b)).toEqual([all, family, exact]);
    for (const row of rows) {
      expect(row).toMatchObject({ event_id: event.id, event: 'device.connected', channel_id: 7 });
      expect(row.payload).toBe(
        `{"type":"device.connected","timestamp":"${event.time.replace('Z', '+00:00')}","data":${JSON.stringify(event.data)}}`,
      );
    }
  });

  it('goes only to endpoints of its own account, however many events share the statement', async () => {
    const own = accountId;
    const first = await register(['message.*']);
    accountId += 1;
    const second = await register(['device.disconnected', 'message.received']);
    const [mine, theirs] = [own, accountId];
    // An event that cannot be handled is first processed in the same batch as the others.
    await service.bus.publish(messageReceived, messageData(7), { accountId: NaN });
    const events = await Promise.all(
      Array.from({ length: 63 }, async (_, index) => {
        const account = index % 2 === 0 ? mine : theirs;
        const [type, data] = index % 3 === 0 ? ([deviceConnected, deviceData(7)] as const) : ([messageReceived, messageData(7)] as const); // prettier-ignore
        const { id } = await service.bus.publish<object>(type, data, { accountId: account });
        return { id, account, name: type.type };
      }),
    );
    await Promise.all(events.map(({ id }) => consumed(id)));

    const rows = await service.query<DeliveryRow & { account_id: string }>(
      'SELECT * FROM webhooks.endpoint_deliveries WHERE account_id = ANY ($1) ORDER BY id',
      [[mine, theirs]],
    );
    const heard = events.filter(({ name }) => name === 'message.received');
    expect(rows.map(({ event_id }) => event_id).sort()).toEqual(heard.map(({ id }) => id).sort());
    for (const row of rows) {
      const { account, name } = events.find(({ id }) => id === row.event_id)!;
      const expected = { webhook_id: account === mine ? first : second, event: name };
      expect(row).toMatchObject({ ...expected, account_id: account });
    }
  });

  it('belongs to the channel in its attributes, regardless of its data', async () => {
    await register();
    const named = await service.bus.publish(messageReceived, messageData(7), { accountId, channelId: 8 });
    await consumed(named.id);
    const nameless = await service.bus.publish(messageReceived, messageData(7), { accountId });
    await consumed(nameless.id);
    expect((await deliveries()).map(({ channel_id }) => channel_id)).toEqual([8, null]);
  });

  it('becomes a single delivery even if it is received again, at once or later', async () => {
    await register();
    const id = randomUUID();
    const publish = () => service.bus.publish(messageReceived, messageData(7), { accountId, id });
    await Promise.all([publish(), publish()]);
    await consumed(id);
    await publish();
    await allBefore();
    expect(await deliveries()).toHaveLength(1);
  });

  it('becomes no delivery if it is internal or belongs to another account', async () => {
    await register();
    expect(channelDeleted.webhook).toBe(false);
    await service.bus.publish(channelDeleted, { channel_id: 7 }, { accountId });
    await service.bus.publish(deviceConnected, deviceData(7), { accountId: 999 });
    await allBefore();
    expect(await service.query('SELECT FROM webhooks.endpoint_deliveries WHERE account_id = 999')).toEqual(
      [],
    );
    expect(await deliveries()).toEqual([]);
  });

  it('leaves no trace if the account has no endpoint', async () => {
    const event = await service.bus.publish(deviceConnected, deviceData(7), { accountId });
    await allBefore();
    expect(await service.query('SELECT FROM webhooks.inbox WHERE event_id = $1', [event.id])).toEqual([]);
  });

  it('is not delivered to an endpoint created after it was consumed, even if it is received again', async () => {
    await register(['message.*']);
    const id = randomUUID();
    await service.bus.publish(deviceConnected, deviceData(7), { accountId, id });
    await consumed(id);
    await register();
    await service.bus.publish(deviceConnected, deviceData(7), { accountId, id });
    await allBefore();
    expect(await deliveries()).toEqual([]);
  });

  it('is delivered to a new endpoint even if the clock of its service is ten minutes slow', async () => {
    await register();
    const time = new Date(Date.now() - 10 * 60_000);
    const event = await service.bus.publish(deviceConnected, deviceData(7), { accountId, time });
    await consumed(event.id);
    expect(await deliveries()).toMatchObject([{ event_id: event.id }]);
  });

  it('is not delivered to an endpoint created more than 15 minutes after it happened', async () => {
    const options = { accountId, id: randomUUID(), time: new Date(Date.now() - 16 * 60_000) };
    await service.bus.publish(deviceConnected, deviceData(7), options);
    await allBefore();
    const younger = await register();
    await service.bus.publish(deviceConnected, deviceData(7), options);
    await consumed(options.id);
    expect(await deliveries()).toEqual([]);

    const since = await service.bus.publish(deviceConnected, deviceData(7), { accountId });
    await consumed(since.id);
    expect(await deliveries()).toMatchObject([{ webhook_id: younger, event_id: since.id }]);
  });

  it('is logged as failed while the endpoint is disabled', async () => {
    const id = await register();
    await service.query(`UPDATE webhooks.endpoints SET status = 'disabled' WHERE id = $1`, [id]);
    const event = await service.bus.publish(deviceDisconnected, deviceData(7), { accountId });
    await consumed(event.id);
    expect(await deliveries()).toMatchObject([
      { status: 'failed', error: 'endpoint_disabled', attempts: 0, event: 'device.disconnected' },
    ]);
  });
});
