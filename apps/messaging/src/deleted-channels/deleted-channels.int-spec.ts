import { channelDeleted } from '@chat/contracts/channels';
import {
  hideChannel,
  listConversations,
  listMessages,
  messageDelivered,
  messageReceived,
} from '@chat/contracts/messaging';
import { refusal, until } from '@chat/test-kit';
import { MessagingUnderTest } from '../testing/messaging-under-test';

describe('a deleted channel', () => {
  let messaging: MessagingUnderTest;

  beforeAll(async () => {
    messaging = await MessagingUnderTest.start();
  });

  afterAll(() => messaging.service.stop());

  const hide = (channelId: number) => messaging.bus.request(hideChannel, { body: { channel_id: channelId } });
  const count = async (table: 'messages' | 'conversations', channelId: number) =>
    (await messaging.service.query(`SELECT FROM messaging.${table} WHERE channel_id = $1`, [channelId]))
      .length;
  const isPurged = (channelId: number) =>
    until(
      async () => (await count('messages', channelId)) + (await count('conversations', channelId)) === 0,
      { describe: `channel ${channelId} to be purged` },
    );
  /** Keeps one conversation of the channel from the purge while the work goes on. */
  const holdingConversation = async (channelId: number, work: () => Promise<void>) => {
    await messaging.service.query('BEGIN');
    await messaging.service.query(
      'SELECT FROM messaging.conversations WHERE channel_id = $1 LIMIT 1 FOR UPDATE',
      [channelId],
    );
    await work().finally(() => messaging.service.query('COMMIT'));
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

  it('is invisible before the purge reaches it, and not counted', async () => {
    const before = await messaging.bus.page(listConversations, { query: {} });
    const { conversation_id } = await messaging.send({ chat_account_id: 9 });
    await holdingConversation(9, async () => {
      await hide(9);
      const { conversations, pagination } = await messaging.bus.page(listConversations, { query: {} });
      expect(conversations.map(({ id }) => id)).not.toContain(conversation_id);
      expect(pagination!.total).toBe(before.pagination!.total);
      const own = await messaging.bus.page(listConversations, { query: { chat_account_id: 9 } });
      expect(own).toMatchObject({ conversations: [], pagination: { total: 0 } });
      expect(await count('conversations', 9)).toBe(1);
    });
    await isPurged(9);
  });

  it('takes no message any more, from either side, and tells nothing', async () => {
    const sent = await messaging.send({ chat_account_id: 3 });
    await hide(3);
    await isPurged(3);
    const inbound = await messaging.receive({ channel_id: 3 });
    await messaging.acknowledge(sent.message_id, 'delivered');
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

  it('whose purge fails keeps no other from being purged', async () => {
    for (const channelId of [20, 21]) await messaging.send({ chat_account_id: channelId });
    await messaging.service.query(
      `CREATE FUNCTION messaging.refuse() RETURNS trigger LANGUAGE plpgsql
       AS $$ BEGIN RAISE 'This row stays.'; END $$`,
    );
    await messaging.service.query(
      `CREATE TRIGGER refuse BEFORE DELETE ON messaging.messages FOR EACH ROW
       WHEN (OLD.channel_id = 20) EXECUTE FUNCTION messaging.refuse()`,
    );
    await hide(20);
    await hide(21);
    await isPurged(21);
    expect(await count('messages', 20)).toBeGreaterThan(0);
    await messaging.service.query('DROP FUNCTION messaging.refuse CASCADE');
  });
});
