import type { CloudEvent } from '@chat/contracts';
import { channelDeleted } from '@chat/contracts/channels';
import { messageReceived } from '@chat/contracts/messaging';
import { createWebhook } from '@chat/contracts/webhooks';
import { startTestService, until, WebhookReceiver, type TestService } from '@chat/testing';
import { webhooksService } from '../service';
import { messageData } from '../testing/event-data';

interface DeliveryRow {
  status: string;
  payload: string | null;
  response_body: string | null;
}

interface Mark {
  is_due: boolean;
}

describe('a deleted channel', () => {
  let service: TestService;
  let receiver: WebhookReceiver;

  beforeAll(async () => {
    receiver = await WebhookReceiver.start();
    receiver.answer = () => ({ status: 200, body: 'thanks' });
    service = await startTestService(webhooksService, { OUTBOUND_ALLOW_CIDRS: '127.0.0.0/8' });
    await service.bus.request(createWebhook, { body: { label: 'Orders', url: receiver.url } });
  });

  afterAll(async () => {
    await service.stop();
    await receiver.stop();
  });

  const deleteChannel = (channelId: number) =>
    service.bus.publish(channelDeleted, { channel_id: channelId }, { entity: `channels/${channelId}` });
  const hear = (channelId: number) => service.bus.publish(messageReceived, messageData(channelId));
  const deliveryOf = async ({ id }: CloudEvent): Promise<DeliveryRow | undefined> => {
    const sql = 'SELECT status, payload, response_body FROM webhooks.deliveries WHERE event_id = $1';
    return (await service.query<DeliveryRow & Record<string, unknown>>(sql, [id]))[0];
  };
  const isDelivered = (event: CloudEvent) =>
    until(async () => (await deliveryOf(event))?.status === 'succeeded', { describe: 'the delivery' });
  const isErased = (event: CloudEvent) =>
    until(async () => (await deliveryOf(event))?.payload === null, { describe: 'the erasure' });
  const payloadsOf = async (channelId: number) => {
    const sql = 'SELECT FROM webhooks.deliveries WHERE channel_id = $1 AND payload IS NOT NULL';
    return (await service.query(sql, [channelId])).length;
  };
  const isPurged = (channelId: number) =>
    until(async () => (await payloadsOf(channelId)) === 0, { describe: `channel ${channelId} to be purged` });
  const markOf = async (channelId: number): Promise<Mark | null> => {
    const sql = 'SELECT purge_at <= now() AS is_due FROM webhooks.deleted_channels WHERE channel_id = $1';
    return (await service.query<Mark & Record<string, unknown>>(sql, [channelId]))[0] ?? null;
  };
  const rests = (channelId: number) =>
    until(async () => (await markOf(channelId))?.is_due === false, {
      describe: `channel ${channelId} to rest`,
    });
  /** The purge has another look, so long after the deletion. */
  const takeTurn = (channelId: number, age = '1 minute') =>
    service.query(
      `UPDATE webhooks.deleted_channels SET purge_at = now(), deleted_at = now() - $2::interval
       WHERE channel_id = $1`,
      [channelId, age],
    );
  /** Finished deliveries of the channel. */
  const fill = (channelId: number, deliveries: number) =>
    service.query(
      `INSERT INTO webhooks.deliveries (account_id, webhook_id, event_id, event, channel_id, payload, status)
       SELECT 1, 999, gen_random_uuid(), 'message.received', $1, '{}', 'succeeded' FROM generate_series(1, $2)`,
      [channelId, deliveries],
    );
  /** Keeps one delivery of the channel from the purge while the work goes on. */
  const holdingDelivery = async (channelId: number, work: () => Promise<void>) => {
    await service.query('BEGIN');
    await service.query('SELECT FROM webhooks.deliveries WHERE channel_id = $1 LIMIT 1 FOR UPDATE', [
      channelId,
    ]);
    await work().finally(() => service.query('COMMIT'));
  };
  /** Ends the connections that wait for a lock, as the death of their process does. @returns whether there were any. */
  const breakOffWaiting = async () => {
    // Within a transaction the view stays as it was first seen.
    await service.query('SELECT pg_stat_clear_snapshot()');
    const waiting = await service.query(
      `SELECT pg_terminate_backend(pid) FROM pg_stat_activity
       WHERE datname = current_database() AND wait_event_type = 'Lock'`,
    );
    return waiting.length > 0;
  };

  it('is erased from the log, and no other one with it', async () => {
    const [gone, kept] = [await hear(2), await hear(1)];
    await isDelivered(gone);
    await isDelivered(kept);
    await deleteChannel(2);
    await isErased(gone);
    expect(await deliveryOf(gone)).toEqual({ status: 'succeeded', payload: null, response_body: null });
    expect((await deliveryOf(kept))!.payload).toContain('message.received');
  });

  it('has its queued deliveries finished before these are erased', async () => {
    let answer = () => {};
    const answered = new Promise<{ status: number }>((resolve) => (answer = () => resolve({ status: 200 })));
    receiver.answer = ({ data }) =>
      (data as { message: { chat_account_id: number } }).message.chat_account_id === 3
        ? answered
        : { status: 200 };
    const queued = await hear(3);
    await until(() => receiver.ids.includes(queued.id), { describe: 'the attempt' });

    await deleteChannel(3);
    await rests(3);
    expect(await deliveryOf(queued)).toMatchObject({
      status: 'pending',
      payload: expect.any(String) as string,
    });
    await takeTurn(3, '41 days');
    await rests(3);

    answer();
    await isDelivered(queued);
    await takeTurn(3);
    await isErased(queued);
  });

  it('leaves nothing of an event that comes late: it is delivered and then erased', async () => {
    await deleteChannel(4);
    await rests(4);
    const late = await hear(4);
    await isDelivered(late);
    expect(receiver.ids).toContain(late.id);
    await takeTurn(4);
    await isErased(late);
  });

  it('is purged in batches of a thousand deliveries', async () => {
    await service.query(`
      CREATE TABLE batches (size integer);
      CREATE FUNCTION note_batch() RETURNS trigger LANGUAGE plpgsql AS
        $$ BEGIN INSERT INTO batches SELECT count(*) FROM purged HAVING count(*) > 0; RETURN NULL; END $$;
      CREATE TRIGGER note_batch AFTER UPDATE ON webhooks.deliveries
        REFERENCING NEW TABLE AS purged FOR EACH STATEMENT EXECUTE FUNCTION note_batch();`);
    await fill(5, 2_500);
    await deleteChannel(5);
    await isPurged(5);
    const batches = await service.query<{ size: number }>('SELECT size FROM batches');
    expect(batches.map(({ size }) => size)).toEqual([1_000, 1_000, 500]);
  });

  it('loses no more than one batch when a process dies at it, and any replica goes on', async () => {
    await fill(6, 2_500);
    await service.startReplica();
    await holdingDelivery(6, async () => {
      await deleteChannel(6);
      await until(breakOffWaiting, { describe: 'the batch with the delivery to break off' });
      expect(await payloadsOf(6)).toBeGreaterThan(0);
    });
    await isPurged(6);
  });

  it('is marked until nothing can tell of it any more, be it the dead letter of an event that waited', async () => {
    await takeTurn(2, '39 days');
    await rests(2);
    await takeTurn(2, '40 days 1 minute');
    await until(async () => (await markOf(2)) === null, { describe: 'the mark to go' });
  });
});
