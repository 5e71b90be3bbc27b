import type { Operation, Pagination } from '@chat/contracts';
import {
  resolveConversation,
  listConversations,
  listMessages,
  messageReceived,
  type Message,
} from '@chat/contracts/messaging';
import { BusClient } from '@chat/bus';
import { toTimestamp } from '@chat/service-kit';
import { refusal, testContext } from '@chat/test-kit';
import { anyList, anyText, MessagingUnderTest } from '../testing/messaging-under-test';

interface ListQuery {
  per_page?: number;
  page?: number;
  cursor?: string;
  chat_account_id?: number;
}
interface Page {
  ids: number[];
  pagination: Pagination;
}

describe('the lists', () => {
  let messaging: MessagingUnderTest;

  beforeAll(async () => {
    messaging = await MessagingUnderTest.start();
  });

  afterAll(() => messaging.service.stop());

  const ask = async (operation: Operation, input: object, accountId = 1) => {
    const client = new BusClient(messaging.bus.connection);
    const reply = await client.forward(operation, testContext({ accountId }), input);
    const body = JSON.parse(reply.body) as Record<string, { id: number }[]>;
    const [records = []] = Object.values(body);
    return { ids: records.map(({ id }) => id), pagination: JSON.parse(reply.pagination!) as Pagination };
  };
  const conversations = (query: ListQuery, accountId?: number): Promise<Page> =>
    ask(listConversations, { query }, accountId);
  const messagesOf = (id: number, query: ListQuery, accountId?: number): Promise<Page> =>
    ask(listMessages, { params: { id }, query }, accountId);
  /** Every id that the cursors lead to; `disturb` happens after each page. */
  const walk = async (page: (query: ListQuery) => Promise<Page>, disturb = () => Promise.resolve()) => {
    const seen: number[] = [];
    let cursor: string | null | undefined;
    do {
      const { ids, pagination } = await page({ per_page: 3, ...(cursor && { cursor }) });
      seen.push(...ids);
      cursor = pagination.next_cursor;
      await disturb();
    } while (cursor);
    return seen;
  };

  it('of messages is walked by cursor without a repeat or a gap while new ones arrive', async () => {
    const sent = [];
    for (let index = 0; index < 8; index += 1) sent.push(await messaging.send({ message: `${index}` }));
    const id = sent[0]!.conversation_id;
    // Messages of the same moment are told apart by their ids.
    await messaging.service.query(
      `UPDATE messaging.messages SET occurred_at = date_trunc('second', now()) WHERE conversation_id = $1`,
      [id],
    );
    const seen = await walk(
      (query) => messagesOf(id, query),
      async () => void (await messaging.send({ message: 'new' })),
    );
    expect(seen).toEqual(sent.map(({ message_id }) => message_id).reverse());
  });

  describe('of a network that reports whole seconds', () => {
    const toSecond = (time: number) => toTimestamp(new Date(Math.floor(time / 1_000) * 1_000));
    const receive = async (from: string, sent_at: string, accountId = 1): Promise<Message> => {
      const { chat_message_id } = await messaging.receive({ from, sent_at }, accountId);
      const isIt = ({ data }: { data: { message: Message } }) =>
        data.message.chat_message_id === chat_message_id;
      return (await messaging.bus.nextEvent(messageReceived, isIt)).data.message;
    };

    it('place a reply after the message that it answers, even if the reply arrives much later', async () => {
      const from = '4915133333333';
      const { message_id, conversation_id } = await messaging.send({ mobile: from.slice(2) });
      await messaging.service.query(
        `UPDATE messaging.conversations SET last_message_at = last_message_at - interval '1 hour' WHERE id = $1`,
        [conversation_id],
      );
      const [asked] = await messaging.service.query<{ occurred_at: Date }>(
        `UPDATE messaging.messages SET occurred_at = occurred_at - interval '1 hour' WHERE id = $1 RETURNING occurred_at`,
        [message_id],
      );
      const second = asked!.occurred_at.getTime();
      const answer = await receive(from, toSecond(second));
      const earlier = await receive(from, toSecond(second - 1_000));

      expect((await messagesOf(conversation_id, {})).ids).toEqual([answer.id, message_id, earlier.id]);
      expect(toSecond(Date.parse(answer.sent_at!))).toBe(toSecond(second));
      const { conversation } = await messaging.bus.request(resolveConversation, {
        body: { conversation_id },
      });
      expect(conversation).toMatchObject({
        last_message: { id: answer.id },
        last_message_at: answer.sent_at,
      });
    });

    it('place the latest conversation first', async () => {
      const write = (from: string) => receive(from, toSecond(Date.now()), 50);
      const first = await write('4915144444441');
      const second = await write('4915144444442');
      await write('4915144444441');
      expect((await conversations({}, 50)).ids).toEqual([first.conversation_id, second.conversation_id]);
    });
  });

  it('of messages tells how many there are, and by cursor does not', async () => {
    const [first] = [
      await messaging.send({ mobile: '15122222222' }),
      await messaging.send({ mobile: '15122222222' }),
    ];
    const { pagination } = await messagesOf(first.conversation_id, { per_page: 1 });
    expect(pagination).toEqual({
      current_page: 1,
      per_page: 1,
      last_page: 2,
      total: 2,
      next_cursor: anyText,
    });
    const next = await messagesOf(first.conversation_id, { per_page: 1, cursor: pagination.next_cursor! });
    expect(next).toEqual({
      ids: [first.message_id],
      pagination: { current_page: null, per_page: 1, last_page: null, total: null, next_cursor: null },
    });
    expect((await messagesOf(first.conversation_id, { per_page: 1, page: 2 })).ids).toEqual([
      first.message_id,
    ]);
    expect((await messagesOf(first.conversation_id, { page: 9 })).ids).toEqual([]);
  });

  it('of conversations is walked by latest activity, of all channels or of one', async () => {
    const sent = [];
    for (let index = 0; index < 7; index += 1) {
      sent.push(await messaging.send({ mobile: `1513000000${index}`, chat_account_id: 40 + (index % 2) }));
    }
    const ids = sent.map(({ conversation_id }) => conversation_id).reverse();
    expect((await walk((query) => conversations(query))).slice(0, 7)).toEqual(ids);
    const ofOne = await walk((query) => conversations({ ...query, chat_account_id: 41 }));
    expect(ofOne).toEqual(ids.filter((_, index) => index % 2 === 1));
    expect((await conversations({ chat_account_id: 41 })).pagination).toMatchObject({
      total: 3,
      last_page: 1,
    });

    await messaging.send({ mobile: '15130000000', chat_account_id: 40 });
    expect((await conversations({ per_page: 1 })).ids).toEqual([ids.at(-1)]);
  });

  it.each([
    ['an unknown channel', { chat_account_id: 999 }, 1],
    ['the channel 0, which nobody has', { chat_account_id: 0 }, 1],
    ['another account’s channel', { chat_account_id: 40 }, 2],
    ['an account without any', {}, 3],
  ])('of conversations is empty for %s', async (_, query, accountId) => {
    expect(await conversations(query, accountId)).toMatchObject({ ids: [], pagination: { total: 0 } });
  });

  it('of conversations shows what a single one says, to its own account only', async () => {
    const { conversation_id } = await messaging.send({ mobile: '15144444444' });
    const read = (accountId: number, id = conversation_id) =>
      messaging.bus.request(
        resolveConversation,
        { body: { conversation_id: id } },
        testContext({ accountId }),
      );
    expect((await read(1)).conversation).toMatchObject({
      id: conversation_id,
      contact: { phone: '4915144444444' },
      last_message: { message: 'Hello' },
    });
    expect((await refusal(read(2))).code).toBe('not_found');
    expect((await refusal(read(1, 999_999))).code).toBe('not_found');
  });

  it('of messages is not there for an unknown conversation or another account’s', async () => {
    const { conversation_id } = await messaging.send();
    for (const [id, accountId] of [
      [conversation_id, 2],
      [999_999, 1],
    ] as const) {
      const request = messaging.bus.request(
        listMessages,
        { params: { id }, query: {} },
        testContext({ accountId }),
      );
      expect((await refusal(request)).code).toBe('not_found');
    }
  });

  it('counts no further than it tells', async () => {
    await messaging.service.query(
      `WITH c AS (
         INSERT INTO messaging.conversations (account_id, channel_id, contact_phone, canonical_phone, last_message_id,
           last_message_at)
         SELECT 9, 1, n::text, n::text, n + 1000000, now() - n * interval '1 s' FROM generate_series(1, 10100) AS n
         RETURNING *)
       INSERT INTO messaging.messages (account_id, id, conversation_id, channel_id, direction, source, type, status,
         sequence, occurred_at)
       SELECT account_id, last_message_id, id, channel_id, 'inbound', 'customer', 'text', 'delivered', 1, last_message_at
       FROM c`,
    );
    // As autovacuum would: planned for the few rows of before, a page takes longer than its request may.
    await messaging.service.query('ANALYZE messaging.conversations, messaging.messages');
    expect((await conversations({}, 9)).pagination).toMatchObject({
      total: 10_000,
      total_capped: true,
      last_page: 400,
    });
    expect((await conversations({ page: 400 }, 9)).ids).toHaveLength(25);
  });

  it.each(['[1]', '["a",1]', '[1,"2"]', '[-1,1]', '{}', 'nonsense'])(
    'refuses the cursor %s as a mistake of the caller',
    async (key) => {
      const cursor = Buffer.from(key).toString('base64url');
      const request = messaging.bus.request(listConversations, { query: { cursor } });
      expect(await refusal(request)).toMatchObject({
        code: 'validation_error',
        errors: { cursor: anyList },
      });
    },
  );
});
