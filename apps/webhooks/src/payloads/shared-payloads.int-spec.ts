import { channelDeleted } from '@chat/contracts/channels';
import { messageReceived } from '@chat/contracts/messaging';
import { deleteWebhook, erasePersonDeliveries, exportPersonDeliveries } from '@chat/contracts/webhooks';
import { ChannelMarks, someMessage, until } from '@chat/test-kit';
import { messageData } from '../testing/event-data';
import { WebhooksHarness } from '../testing/webhooks-harness';

let webhooks: WebhooksHarness;
let marks: ChannelMarks;
let channelId = 0;

beforeAll(async () => {
  webhooks = await WebhooksHarness.start();
  marks = new ChannelMarks(webhooks.service, 'webhooks');
});

afterAll(() => webhooks.stop());

beforeEach(() => {
  webhooks.accountId += 1;
  channelId += 1;
});

/** Registers that many endpoints with a receiver each. */
const startEndpoints = (count: number) =>
  Promise.all(
    Array.from({ length: count }, async () => {
      const receiver = await webhooks.startReceiver();
      return { receiver, id: (await webhooks.register(receiver.url)).webhook.id };
    }),
  );

const hear = (text?: string) =>
  webhooks.service.bus.publish(messageReceived, messageData(channelId, text), {
    accountId: webhooks.accountId,
    channelId,
  });

const stored = () =>
  webhooks.service.query<{ payload: string }>(
    `SELECT payload FROM webhooks.endpoint_deliveries WHERE account_id = $1 AND payload <> ''
     UNION ALL SELECT payload FROM webhooks.shared_payloads WHERE account_id = $1`,
    [webhooks.accountId],
  );

const isGone = () => until(async () => (await stored()).length === 0, { describe: 'the payload to go' });

describe('the payload of an event', () => {
  it.each([1, 3])('is stored once and sent to each of %i endpoints, whose logs show it', async (count) => {
    const endpoints = await startEndpoints(count);
    const event = await hear('Once');
    for (const { id, receiver } of endpoints) {
      await webhooks.ended(id, event.id, 'succeeded');
      expect(receiver.received[0]).toMatchObject({ type: event.type, data: event.data });
      const [listed] = await webhooks.deliveries(id);
      expect(listed!.payload).toEqual(JSON.parse(receiver.received[0]!.body));
      expect((await webhooks.delivery(listed!)).payload).toEqual(listed!.payload);
    }
    expect(await stored()).toHaveLength(1);
  });

  it('stays until the last endpoint that got it is deleted', async () => {
    const [gone, kept] = await startEndpoints(2);
    const event = await hear();
    for (const { id } of [gone!, kept!]) await webhooks.ended(id, event.id, 'succeeded');
    const remove = async (id: number) => {
      await webhooks.service.bus.request(deleteWebhook, { params: { id } }, webhooks.context);
      // A new replica starts with a purge round.
      await webhooks.service.startReplica();
      const sql = 'SELECT FROM webhooks.endpoint_deliveries WHERE webhook_id = $1';
      await until(async () => (await webhooks.service.query(sql, [id])).length === 0, {
        describe: 'the purge',
      });
    };
    await remove(gone!.id);
    expect((await webhooks.deliveries(kept!.id))[0]!.payload).toMatchObject({ type: event.type });
    await remove(kept!.id);
    expect(await stored()).toEqual([]);
  });

  it('of a deleted channel stays until it has been sent to the last endpoint', async () => {
    const [well, slow] = await startEndpoints(2);
    slow!.receiver.answer = () => ({ status: 500 });
    const event = await hear();
    await webhooks.ended(well!.id, event.id, 'succeeded');
    await webhooks.ended(slow!.id, event.id, 'pending', 1);
    const occurrence = { accountId: webhooks.accountId, entity: `channels/${channelId}` };
    await webhooks.service.bus.publish(channelDeleted, { channel_id: channelId }, occurrence);
    await marks.rests(channelId);
    expect((await webhooks.deliveries(well!.id))[0]!.payload).toBeNull();

    slow!.receiver.answer = () => ({ status: 200 });
    await webhooks.passTime();
    await webhooks.ended(slow!.id, event.id, 'succeeded');
    expect(slow!.receiver.received.at(-1)).toMatchObject({ data: event.data });
    await marks.takeTurn(channelId);
    await isGone();
  });

  it('of an erased person is exported with each delivery, and gone for all of them', async () => {
    const endpoints = await startEndpoints(2);
    const event = await hear();
    for (const { id } of endpoints) await webhooks.ended(id, event.id, 'succeeded');
    const person = {
      ...{ names: [], chat_message_ids: [], ticket_numbers: [], contact_ids: [] },
      conversation_ids: [someMessage.conversation_id],
    };
    const input = { body: { person, after_id: 0 } };
    const { deliveries } = await webhooks.service.bus.request(
      exportPersonDeliveries,
      input,
      webhooks.context,
    );
    expect(deliveries).toHaveLength(2);
    for (const delivery of deliveries) {
      expect(delivery).toMatchObject({ payload: expect.stringContaining('"conversation_id"') as string });
      expect(delivery).not.toHaveProperty('shared_payload_id');
    }
    const answer = await webhooks.service.bus.request(erasePersonDeliveries, input, webhooks.context);
    expect(answer.erased).toBe(2);
    expect(await stored()).toEqual([]);
    for (const { id } of endpoints) expect((await webhooks.deliveries(id))[0]!.payload).toBeNull();
  });

  it('goes after 30 days with its deliveries, unless one is still pending', async () => {
    const [well, slow] = await startEndpoints(2);
    slow!.receiver.answer = () => ({ status: 500 });
    const event = await hear();
    await webhooks.ended(well!.id, event.id, 'succeeded');
    await webhooks.ended(slow!.id, event.id, 'pending', 1);
    const forget = async (left: number) => {
      const ofAccount = 'FROM webhooks.endpoint_deliveries WHERE account_id = $1';
      await webhooks.service.query(
        `UPDATE webhooks.endpoint_deliveries SET created_at = now() - interval '31 days' WHERE account_id = $1`,
        [webhooks.accountId],
      );
      // A new replica starts with a round.
      await webhooks.service.startReplica();
      await until(
        async () =>
          (await webhooks.service.query(`SELECT ${ofAccount}`, [webhooks.accountId])).length === left,
        { describe: `${left} deliveries to be left` },
      );
    };
    await forget(1);
    slow!.receiver.answer = () => ({ status: 200 });
    await webhooks.passTime();
    await webhooks.ended(slow!.id, event.id, 'succeeded');
    expect(slow!.receiver.received.at(-1)).toMatchObject({ data: event.data });
    await forget(0);
    await isGone();
  });
});
