import { BusClient, type RawReply } from '@chat/bus';
import type { Operation } from '@chat/contracts';
import {
  resolveConversation,
  listConversations,
  listMessages,
  messageReceived,
  type Conversation,
  type Message,
} from '@chat/contracts/messaging';
import { testContext } from '@chat/test-kit';
import { MessagingUnderTest } from '../testing/messaging-under-test';

/** As long as a text may be, of characters that JSON writes with six bytes each. */
const LONGEST = '\u0001'.repeat(65_536);
const LISTED = 4_096;
/** What 100 messages have at most: their texts, and some 2 KB each of all else. */
const MAX_PAGE_BYTES = 100 * (LISTED * 6 + 2_048);

describe('a long text', () => {
  let messaging: MessagingUnderTest;

  beforeAll(async () => {
    messaging = await MessagingUnderTest.start();
  });

  afterAll(() => messaging.service.stop());

  const receive = async (from: string, text: string): Promise<Message> => {
    const { chat_message_id } = await messaging.receive({ from, text });
    const isIt = ({ data }: { data: { message: Message } }) =>
      data.message.chat_message_id === chat_message_id;
    return (await messaging.bus.nextEvent(messageReceived, isIt)).data.message;
  };
  const ask = async (operation: Operation, input: object): Promise<RawReply> =>
    new BusClient(messaging.bus.connection).forward(operation, testContext(), input);
  const listed = async (conversationId: number): Promise<Message> => {
    const input = { params: { id: conversationId }, query: { per_page: 1 } };
    return (await messaging.bus.request(listMessages, input)).messages[0]!;
  };

  it.each([
    ['of 4,096 characters', 'a'.repeat(LISTED), null],
    ['of one more', `${'a'.repeat(LISTED)}b`, 'a'.repeat(LISTED)],
    ['of 4,096 characters beyond the basic plane', '👋'.repeat(LISTED), null],
    ['of one more of those', '👋'.repeat(LISTED + 1), '👋'.repeat(LISTED)],
    ['as long as it may be', LONGEST, LONGEST.slice(0, LISTED)],
    ['that is none', '', null],
  ])('%s is whole by itself, and cut in lists where it must be', async (_, text, cut) => {
    const whole = await receive('491700000001', text);
    expect(whole).toMatchObject({ message: text, message_truncated: false });
    expect(await messaging.read(whole.id)).toEqual(whole);

    const inList = { ...whole, message: cut ?? text, message_truncated: cut !== null };
    expect(await listed(whole.conversation_id)).toEqual(inList);
    const input = { body: { conversation_id: whole.conversation_id } };
    const { conversation } = await messaging.bus.request(resolveConversation, input);
    expect(conversation.last_message).toEqual(inList);
  });

  it('of a stranger makes no page of messages, and no inbox, too large', async () => {
    const { conversation_id, id } = await receive('491700000002', LONGEST);
    await messaging.service.query(
      `INSERT INTO messaging.messages (account_id, conversation_id, channel_id, direction, source, type, body, status,
         sequence, occurred_at)
       SELECT account_id, conversation_id, channel_id, direction, source, type, body, status, n, occurred_at
       FROM messaging.messages, generate_series(2, 100) AS n WHERE id = $1`,
      [id],
    );
    await messaging.service.query(
      `WITH c AS (
         INSERT INTO messaging.conversations (account_id, channel_id, contact_phone, canonical_phone, last_message_id,
           last_message_at)
         SELECT 1, 1, '49170' || n, '49170' || n, n, now() FROM generate_series(1000001, 1000100) AS n RETURNING *)
       INSERT INTO messaging.messages (account_id, id, conversation_id, channel_id, direction, source, type, body, status,
         sequence, occurred_at)
       SELECT 1, c.last_message_id, c.id, 1, direction, source, type, body, status, 1, now()
       FROM c, messaging.messages WHERE messages.id = $1`,
      [id],
    );

    const page = await ask(listMessages, { params: { id: conversation_id }, query: { per_page: 100 } });
    const inbox = await ask(listConversations, { query: { per_page: 100 } });
    for (const { status, body } of [page, inbox]) {
      expect(status).toBe(200);
      expect(Buffer.byteLength(body)).toBeLessThan(MAX_PAGE_BYTES);
    }
    const { messages } = JSON.parse(page.body) as { messages: Message[] };
    const { conversations } = JSON.parse(inbox.body) as {
      conversations: Conversation[];
    };
    const shown = [...messages, ...conversations.map(({ last_message }) => last_message!)];
    expect(shown).toHaveLength(200);
    expect(new Set(shown.map(({ message_truncated }) => message_truncated))).toEqual(new Set([true]));
  });
});
