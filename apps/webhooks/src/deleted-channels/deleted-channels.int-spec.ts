import type { CloudEvent } from '@chat/contracts';
import { channelDeleted } from '@chat/contracts/channels';
import { messageReceived } from '@chat/contracts/messaging';
import { createWebhook } from '@chat/contracts/webhooks';
import { ChannelMarks, startTestService, until, WebhookReceiver, type TestService } from '@chat/test-kit';
import { webhooksService } from '../service';
import { messageData } from '../testing/event-data';

interface DeliveryRow {
  status: string;
  payload: string | null;
  response_body: string | null;
}

describe('a deleted channel', () => {
  let service: TestService;
  let receiver: WebhookReceiver;
  let marks: ChannelMarks;

  beforeAll(async () => {
    receiver = await WebhookReceiver.start();
    receiver.answer = () => ({ status: 200, body: 'thanks' });
    service = await startTestService(webhooksService, { OUTBOUND_ALLOW_CIDRS: '127.0.0.0/8' });
    marks = new ChannelMarks(service, 'webhooks');
    await service.bus.request(createWebhook, { body: { label: 'Orders', url: receiver.url } });
  });

  afterAll(async () => {
    await service.stop();
    await receiver.stop();
  });

  const deleteChannel = (channelId: number) =>
    service.bus.publish(channelDeleted, { channel_id: channelId }, { entity: `channels/${channelId}` });
  const hear = (channelId: number) =>
    service.bus.publish(messageReceived, messageData(channelId), { channelId });
  const deliveryOf = async ({ id }: CloudEvent): Promise<DeliveryRow | undefined> => {
    const sql = 'SELECT status, payload, response_body FROM webhooks.endpoint_deliveries WHERE event_id = $1';
    return (await service.query<DeliveryRow & Record<string, unknown>>(sql, [id]))[0];
  };
  const isDelivered = (event: CloudEvent) =>
    until(async () => (await deliveryOf(event))?.status === 'succeeded', { describe: 'the delivery' });
  const isErased = (event: CloudEvent) =>
    until(async () => (await deliveryOf(event))?.payload === null, { describe: 'the erasure' });

  it('is erased from the log without affecting other channels', async () => {
    const [gone, kept] = [await hear(2), await hear(1)];
    await isDelivered(gone);
    await isDelivered(kept);
    await deleteChannel(2);
    await isErased(gone);
    expect(await deliveryOf(gone)).toEqual({ status: 'succeeded', payload: null, response_body: null });
    expect((await deliveryOf(kept))!.payload).toContain('message.received');
  });

  it('has its queued deliveries sent before they are erased', async () => {
    let answer = () => {};
    const answered = new Promise<{ status: number }>((resolve) => (answer = () => resolve({ status: 200 })));
    receiver.answer = ({ data }) =>
      (data as { message: { chat_account_id: number } }).message.chat_account_id === 3
        ? answered
        : { status: 200 };
    const queued = await hear(3);
    await until(() => receiver.ids.includes(queued.id), { describe: 'the attempt' });

    await deleteChannel(3);
    await marks.rests(3);
    expect(await deliveryOf(queued)).toMatchObject({
      status: 'pending',
      payload: expect.any(String) as string,
    });
    await marks.takeTurn(3, '41 days');
    await marks.rests(3);

    answer();
    await isDelivered(queued);
    await marks.takeTurn(3);
    await isErased(queued);
  });

  it('has a late event delivered and then erased', async () => {
    await deleteChannel(4);
    await marks.rests(4);
    const late = await hear(4);
    await isDelivered(late);
    expect(receiver.ids).toContain(late.id);
    await marks.takeTurn(4);
    await isErased(late);
  });

  it('is erased in batches of 1,000 deliveries', async () => {
    await service.query(`
      CREATE TABLE batches (size integer);
      CREATE FUNCTION note_batch() RETURNS trigger LANGUAGE plpgsql AS
        $$ BEGIN INSERT INTO batches SELECT count(*) FROM erased HAVING count(*) > 0; RETURN NULL; END $$;
      CREATE TRIGGER note_batch AFTER UPDATE ON webhooks.endpoint_deliveries
        REFERENCING NEW TABLE AS erased FOR EACH STATEMENT EXECUTE FUNCTION note_batch();
      INSERT INTO webhooks.endpoint_deliveries (account_id, webhook_id, event_id, event, channel_id, payload, status)
        SELECT 1, 999, gen_random_uuid(), 'message.received', 5, '{}', 'succeeded' FROM generate_series(1, 2500);`);
    await deleteChannel(5);
    await marks.rests(5);
    const batches = await service.query<{ size: number }>('SELECT size FROM batches');
    expect(batches.map(({ size }) => size)).toEqual([1_000, 1_000, 500]);
  });
});
