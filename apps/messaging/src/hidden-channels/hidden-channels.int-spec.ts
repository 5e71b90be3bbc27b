import { channelDeleted } from '@chat/contracts/channels';
import {
  hideChannel,
  listConversations,
  listMessages,
  messageDelivered,
  messageReceived,
} from '@chat/contracts/messaging';
import { refusal, until } from '@chat/testing';
import { MessagingFixture } from '../testing/messaging.fixture';

describe('a deleted channel', () => {
  let messaging: MessagingFixture;

  beforeAll(async () => {
    messaging = await MessagingFixture.start();
  });

  afterAll(() => messaging.service.stop());

  const rowsOf = async (channelId: number) => {
    const [row] = await messaging.service.query<{ count: number }>(
      `SELECT ((SELECT count(*) FROM messaging.messages WHERE channel_id = $1)
         + (SELECT count(*) FROM messaging.conversations WHERE channel_id = $1))::int AS count`,
      [channelId],
    );
    return row!.count;
  };
  const isPurged = (channelId: number) =>
    until(async () => (await rowsOf(channelId)) === 0, { describe: 'the channel to be purged' });
  const hide = (channelId: number) => messaging.bus.request(hideChannel, { body: { channel_id: channelId } });

  it('is invisible everywhere as soon as the answer is there', async () => {
    const kept = await messaging.send({ chat_account_id: 1 });
    const gone = await messaging.send({ chat_account_id: 2 });
    await hide(2);

    expect((await refusal(messaging.read(gone.message_id))).code).toBe('not_found');
    const list = { params: { id: gone.conversation_id }, query: {} };
    expect((await refusal(messaging.bus.request(listMessages, list))).code).toBe('not_found');
    for (const query of [{}, { chat_account_id: 2 }]) {
      const { conversations } = await messaging.bus.request(listConversations, { query });
      expect(conversations.map(({ id }) => id)).not.toContain(gone.conversation_id);
    }
    expect((await messaging.read(kept.message_id)).id).toBe(kept.message_id);
    await isPurged(2);
    expect(await rowsOf(1)).toBeGreaterThan(0);
  });

  it('takes no message any more, from either side, and tells nothing', async () => {
    const sent = await messaging.send({ chat_account_id: 3 });
    await hide(3);
    const inbound = await messaging.receive({ channel_id: 3 });
    await messaging.acknowledge(sent.message_id, 'delivered', { channel_id: 3 });
    expect((await refusal(messaging.send({ chat_account_id: 3 }))).code).toBe('not_found');

    const later = await messaging.receive({ channel_id: 1, from: '491700000009' });
    await messaging.bus.nextEvent(
      messageReceived,
      ({ data }) => data.message.chat_message_id === later.chat_message_id,
    );
    const heard = messaging.bus.events(messageReceived).map(({ data }) => data.message.chat_message_id);
    expect(heard).not.toContain(inbound.chat_message_id);
    expect(messaging.told(messageDelivered, sent.message_id)).toBe(0);
    await isPurged(3);
  });

  it('is hidden by the event too, and by both without harm', async () => {
    const sent = await messaging.send({ chat_account_id: 4 });
    await messaging.bus.publish(channelDeleted, { channel_id: 4 });
    await until(async () => (await messaging.read(sent.message_id).catch(() => null)) === null, {
      describe: 'the channel to be hidden',
    });
    await hide(4);
    await isPurged(4);
  });

  it('is purged of more than one batch, and by the next process when one dies at it', async () => {
    await messaging.service.query(
      `WITH c AS (
         INSERT INTO messaging.conversations (account_id, channel_id, contact_phone, canonical_phone, last_message_id,
           last_message_at)
         SELECT 1, 5, n::text, n::text, n + 1000000, now() FROM generate_series(1, 1500) AS n RETURNING *)
       INSERT INTO messaging.messages (account_id, id, conversation_id, channel_id, direction, source, type, status,
         sequence, occurred_at)
       SELECT account_id, last_message_id, id, channel_id, 'inbound', 'customer', 'text', 'delivered', 1, now() FROM c`,
    );
    // As a process leaves it that died between hiding and the last batch.
    await messaging.service.query(
      `INSERT INTO messaging.hidden_channels (account_id, channel_id) VALUES (1, 5)`,
    );
    await isPurged(5);
  });

  it('is watched for a minute for what was under way, and then done with', async () => {
    const purgedAt = async () =>
      (
        await messaging.service.query<{ purged_at: Date | null }>(
          `SELECT purged_at FROM messaging.hidden_channels WHERE channel_id = 2`,
        )
      )[0]!.purged_at;
    expect(await purgedAt()).toBeNull();
    await messaging.service.query(
      `UPDATE messaging.hidden_channels SET hidden_at = now() - interval '2 minutes' WHERE channel_id = 2`,
    );
    await until(purgedAt, { describe: 'the purge to end' });
    expect((await refusal(messaging.send({ chat_account_id: 2 }))).code).toBe('not_found');
  });
});
