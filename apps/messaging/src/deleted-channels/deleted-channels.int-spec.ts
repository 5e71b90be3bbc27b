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

interface Mark {
  is_due: boolean;
}

describe('a deleted channel', () => {
  let messaging: MessagingFixture;

  beforeAll(async () => {
    messaging = await MessagingFixture.start();
  });

  afterAll(() => messaging.service.stop());

  const hide = (channelId: number) => messaging.bus.request(hideChannel, { body: { channel_id: channelId } });
  const count = async (table: 'messages' | 'conversations', channelId: number) =>
    (await messaging.service.query(`SELECT FROM messaging.${table} WHERE channel_id = $1`, [channelId]))
      .length;
  const isPurged = (channelId: number) =>
    until(
      async () => (await count('messages', channelId)) + (await count('conversations', channelId)) === 0,
      {
        describe: `channel ${channelId} to be purged`,
      },
    );
  const markOf = async (channelId: number): Promise<Mark | null> => {
    const sql = 'SELECT purge_at <= now() AS is_due FROM messaging.deleted_channels WHERE channel_id = $1';
    return (await messaging.service.query<Mark & Record<string, unknown>>(sql, [channelId]))[0] ?? null;
  };
  const rests = (channelId: number) =>
    until(async () => (await markOf(channelId))?.is_due === false, {
      describe: `channel ${channelId} to rest`,
    });
  /** The purge has another look, so long after the deletion. */
  const takeTurn = (channelId: number, age = '1 minute') =>
    messaging.service.query(
      `UPDATE messaging.deleted_channels SET purge_at = now(), deleted_at = now() - $2::interval
       WHERE channel_id = $1`,
      [channelId, age],
    );
  /** Conversations of the channel, each with one message. */
  const fill = (channelId: number, conversations: number) =>
    messaging.service.query(
      `WITH c AS (
         INSERT INTO messaging.conversations (account_id, channel_id, contact_phone, canonical_phone,
           last_message_id, last_message_at)
         SELECT 1, $1, n::text, n::text, nextval('messaging.messages_id_seq'), now()
         FROM generate_series(1, $2) AS n RETURNING *)
       INSERT INTO messaging.messages (account_id, id, conversation_id, channel_id, direction, source, type, status,
         sequence, occurred_at)
       SELECT account_id, last_message_id, id, channel_id, 'inbound', 'customer', 'text', 'delivered', 1, now()
       FROM c`,
      [channelId, conversations],
    );
  /** Keeps one conversation of the channel from the purge while the work goes on: its turn is after the messages. */
  const holdingConversation = async (channelId: number, work: () => Promise<void>) => {
    await messaging.service.query('BEGIN');
    await messaging.service.query(
      'SELECT FROM messaging.conversations WHERE channel_id = $1 LIMIT 1 FOR UPDATE',
      [channelId],
    );
    await work().finally(() => messaging.service.query('COMMIT'));
  };

  /** Ends the connections that wait for a lock, as the death of their process does. @returns whether there were any. */
  const breakOffWaiting = async () => {
    // Within a transaction the view stays as it was first seen.
    await messaging.service.query('SELECT pg_stat_clear_snapshot()');
    const waiting = await messaging.service.query(
      `SELECT pg_terminate_backend(pid) FROM pg_stat_activity
       WHERE datname = current_database() AND wait_event_type = 'Lock'`,
    );
    return waiting.length > 0;
  };

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
    expect(await count('messages', 1)).toBeGreaterThan(0);
  });

  it('is invisible before the purge reaches it', async () => {
    const { conversation_id } = await messaging.send({ chat_account_id: 9 });
    await holdingConversation(9, async () => {
      await hide(9);
      const { conversations } = await messaging.bus.request(listConversations, { query: {} });
      expect(conversations.map(({ id }) => id)).not.toContain(conversation_id);
      expect(await count('conversations', 9)).toBe(1);
    });
    await isPurged(9);
  });

  it('takes no message any more, from either side, and tells nothing', async () => {
    const sent = await messaging.send({ chat_account_id: 3 });
    await hide(3);
    await isPurged(3);
    const inbound = await messaging.receive({ channel_id: 3 });
    await messaging.acknowledge(sent.message_id, 'delivered', { channel_id: 3 });
    expect((await refusal(messaging.send({ chat_account_id: 3 }))).code).toBe('not_found');

    const later = await messaging.receive({ channel_id: 1 });
    await messaging.bus.nextEvent(
      messageReceived,
      ({ data }) => data.message.chat_message_id === later.chat_message_id,
    );
    const heard = messaging.bus.events(messageReceived).map(({ data }) => data.message.chat_message_id);
    expect(heard).not.toContain(inbound.chat_message_id);
    expect(messaging.told(messageDelivered, sent.message_id)).toBe(0);
    expect(await count('conversations', 3)).toBe(0);
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

  it('keeps no other one waiting, however much it left', async () => {
    await fill(5, 2_500);
    await fill(6, 1);
    await holdingConversation(5, async () => {
      await hide(5);
      await hide(6);
      await isPurged(6);
    });
    await isPurged(5);
  });

  it('is purged in batches of a thousand rows', async () => {
    await messaging.service.query(`
      CREATE TABLE batches (size integer);
      CREATE FUNCTION note_batch() RETURNS trigger LANGUAGE plpgsql AS
        $$ BEGIN INSERT INTO batches SELECT count(*) FROM purged HAVING count(*) > 0; RETURN NULL; END $$;
      CREATE TRIGGER note_batch AFTER DELETE ON messaging.messages
        REFERENCING OLD TABLE AS purged FOR EACH STATEMENT EXECUTE FUNCTION note_batch();`);
    await fill(10, 2_500);
    await hide(10);
    await isPurged(10);
    const batches = await messaging.service.query<{ size: number }>('SELECT size FROM batches');
    expect(batches.map(({ size }) => size)).toEqual([1_000, 1_000, 500]);
  });

  it('loses no more than one batch when a process dies at it, and any replica goes on', async () => {
    await fill(7, 2_500);
    await messaging.service.startReplica();
    await holdingConversation(7, async () => {
      await hide(7);
      await until(breakOffWaiting, { describe: 'the batch with the conversation to break off' });
      expect(await count('messages', 7)).toBe(0);
      expect(await count('conversations', 7)).toBeGreaterThanOrEqual(500);
    });
    await isPurged(7);
  });

  it('leaves nothing of what was under way when it was deleted', async () => {
    await hide(8);
    await rests(8);
    // As a message comes that was being written when the channel was marked.
    await fill(8, 1);
    await takeTurn(8);
    await isPurged(8);
    await rests(8);
  });

  it('is marked until nothing can tell of it any more, be it the dead letter of an event that waited', async () => {
    await takeTurn(2, '39 days');
    await rests(2);
    await takeTurn(2, '40 days 1 minute');
    await until(async () => (await markOf(2)) === null, { describe: 'the mark to go' });
  });
});
