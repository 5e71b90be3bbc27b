import { randomUUID } from 'node:crypto';
import { channelDeleted, deviceConnected, deviceDisconnected } from '@chat/contracts/channels';
import { messageReceived } from '@chat/contracts/messaging';
import { createWebhook } from '@chat/contracts/webhooks';
import { startTestService, testContext, until, type TestService } from '@chat/testing';
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
/** Accounts that no test looks at. */
let others = 1_000;

beforeAll(async () => {
  // Nothing listens there: what is sent fails at once and waits for its retry.
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
  service.query<DeliveryRow>('SELECT * FROM webhooks.deliveries WHERE account_id = $1 ORDER BY id', [
    accountId,
  ]);

/** Waits for the event to be consumed: whatever it brings about is there then. */
async function consumed(eventId: string): Promise<void> {
  await until(
    async () => (await service.query('SELECT FROM webhooks.inbox WHERE event_id = $1', [eventId])).length > 0,
    { describe: `event ${eventId} to be consumed` },
  );
}

/** Waits for all events that were published before to be consumed. */
async function allBefore(): Promise<void> {
  const ownAccount = accountId;
  accountId = others += 1;
  await register(['message.*']);
  await consumed((await service.bus.publish(deviceConnected, deviceData(7), { accountId })).id);
  accountId = ownAccount;
}

describe('an event', () => {
  it('becomes one delivery for each endpoint that hears it, with the payload that will be signed', async () => {
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

  it('goes to the endpoints of its own account, in its place, however many share the statement', async () => {
    const own = accountId;
    const first = await register(['message.*']);
    accountId += 1;
    const second = await register(['device.disconnected', 'message.received']);
    const [mine, theirs] = [own, accountId];
    // What cannot be handled goes with the others at first.
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
      'SELECT * FROM webhooks.deliveries WHERE account_id = ANY ($1) ORDER BY id',
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

  it('belongs to the channel that it names, whatever its data hold', async () => {
    await register();
    const named = await service.bus.publish(messageReceived, messageData(7), { accountId, channelId: 8 });
    await consumed(named.id);
    const nameless = await service.bus.publish(messageReceived, messageData(7), { accountId });
    await consumed(nameless.id);
    expect((await deliveries()).map(({ channel_id }) => channel_id)).toEqual([8, null]);
  });

  it('becomes no second delivery when it comes again', async () => {
    await register();
    const id = randomUUID();
    await service.bus.publish(messageReceived, messageData(7), { accountId, id });
    await consumed(id);
    // As after 7 days, when the inbox has forgotten it.
    await service.query('DELETE FROM webhooks.inbox WHERE event_id = $1', [id]);
    await service.bus.publish(messageReceived, messageData(7), { accountId, id });
    await consumed(id);
    expect(await deliveries()).toHaveLength(1);
  });

  it('of another account, or for our own services alone, becomes none', async () => {
    await register();
    expect(channelDeleted.webhook).toBe(false);
    await service.bus.publish(channelDeleted, { channel_id: 7 }, { accountId });
    await service.bus.publish(deviceConnected, deviceData(7), { accountId: 999 });
    await allBefore();
    expect(await service.query('SELECT FROM webhooks.deliveries WHERE account_id = 999')).toEqual([]);
    expect(await deliveries()).toEqual([]);
  });

  it('leaves no trace where the account has no endpoint', async () => {
    const event = await service.bus.publish(deviceConnected, deviceData(7), { accountId });
    await allBefore();
    expect(await service.query('SELECT FROM webhooks.inbox WHERE event_id = $1', [event.id])).toEqual([]);
  });

  it('that comes again reaches no endpoint which did not hear it the first time', async () => {
    await register(['message.*']);
    const id = randomUUID();
    await service.bus.publish(deviceConnected, deviceData(7), { accountId, id });
    await consumed(id);
    await register();
    await service.bus.publish(deviceConnected, deviceData(7), { accountId, id });
    await allBefore();
    expect(await deliveries()).toEqual([]);
  });

  it('that comes again reaches no endpoint which is younger than the event', async () => {
    const options = { accountId, id: randomUUID(), time: new Date(Date.now() - 2 * 60_000) };
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
