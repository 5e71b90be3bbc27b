import { marketingPreferenceChanged } from '@chat/contracts/cloud-connector';
import { connector } from '@chat/contracts/connector';
import {
  conversationMerged,
  exportConversations,
  gatherErased,
  getConversation,
  hidePerson,
  listMessages,
  messageReceived,
  messageSent,
  preferenceIdentified,
  purgePerson,
  readConversation,
  type Message,
} from '@chat/contracts/messaging';
import { toTimestamp } from '@chat/service-kit';
import { until } from '@chat/test-kit';
import { MessagingUnderTest } from '../testing/messaging-under-test';

const cloud = connector({
  service: 'fake-cloud',
  unavailable: 'service_unavailable',
  hasCareWindow: true,
  carries: ['text'],
});
const CHANNEL = 20;

describe('conversations that prove to be with one person', () => {
  let messaging: MessagingUnderTest;
  let handed: { to: string | null; provider_user_id?: string }[];
  let people = 0;
  let messages = 0;

  beforeAll(async () => {
    messaging = await MessagingUnderTest.start({ cloud });
    messaging.resolve = () => ({ effective_channel_type: 'cloud' });
    await messaging.bus.respond(cloud.send, ({ body }) => {
      handed.push(body);
      return { chat_message_id: `cloud-${body.message_id}` };
    });
    await messaging.bus.respond(cloud.read, () => ({}));
    await messaging.bus.respond(cloud.forget, () => ({}));
  });

  beforeEach(() => {
    handed = [];
    people += 1;
  });

  afterAll(() => messaging.service.stop());

  const userId = () => `DE.${people}`;
  const phone = () => `49151${String(people).padStart(8, '0')}`;
  const write = async (shown: { from: string | null; provider_user_id?: string }): Promise<Message> => {
    messages += 1;
    const chat_message_id = `in-${messages}`;
    await messaging.bus.publish(cloud.inbound, {
      channel_id: CHANNEL,
      chat_message_id,
      name: 'Ada',
      content: { type: 'text', text: chat_message_id },
      sent_at: toTimestamp(new Date()),
      ...shown,
    });
    const isIt = ({ data }: { data: { message: Message } }) =>
      data.message.chat_message_id === chat_message_id;
    return (await messaging.bus.nextEvent(messageReceived, isIt)).data.message;
  };
  const hidden = () => write({ from: null, provider_user_id: userId() });
  const byNumber = (number = phone()) => write({ from: number });
  const both = () => write({ from: phone(), provider_user_id: userId() });
  const conversation = async (id: number) =>
    (await messaging.bus.request(getConversation, { body: { conversation_id: id } })).conversation;
  const optedOut = async () => {
    const rows = await messaging.service.query<{ key: string }>(
      'SELECT canonical_phone AS key FROM messaging.opt_outs WHERE opted_out',
    );
    return rows.map(({ key }) => key);
  };
  const list = (id: number, query: object = {}) =>
    messaging.bus.request(listMessages, { params: { id }, query });
  const merged = async (id: number) =>
    (await messaging.bus.nextEvent(conversationMerged, ({ data }) => data.merged_id === id)).data;
  /** Keeps a message, and so its conversation, from moving until the returned function is called. */
  const hold = async (...ids: number[]) => {
    const { service } = messaging;
    await service.query('BEGIN');
    await service.query('SELECT FROM messaging.messages WHERE id = ANY ($1) FOR UPDATE', [ids]);
    return () => service.query('COMMIT');
  };

  it('become the older one, even if that had no number, and an event tells when all messages have moved', async () => {
    const older = await hidden();
    const younger = await byNumber();
    expect(younger.conversation_id).not.toBe(older.conversation_id);
    const last = await both();
    expect(last).toMatchObject({
      conversation_id: older.conversation_id,
      contact: { phone: phone(), provider_user_id: userId() },
      sequence: 3,
    });
    const told = await merged(younger.conversation_id);
    expect(told).toEqual({
      conversation: await conversation(older.conversation_id),
      merged_id: younger.conversation_id,
    });
    expect(told.conversation).toMatchObject({ unread_count: 3, last_message: { id: last.id } });
    expect(await messaging.read(younger.id)).toMatchObject({
      conversation_id: older.conversation_id,
      sequence: 2,
      updated_at: younger.updated_at,
    });
    expect(await byNumber()).toMatchObject({ conversation_id: older.conversation_id, sequence: 4 });
  });

  it('are read, answered and marked by either id for good', async () => {
    const older = await byNumber();
    const { conversation_id: id } = await hidden();
    await both();
    await merged(id);
    expect(await conversation(id)).toEqual(await conversation(older.conversation_id));
    expect(await list(id)).toEqual(await list(older.conversation_id));
    await messaging.answer(id);
    expect(handed).toEqual([expect.objectContaining({ to: phone() })]);
    const { conversation: marked } = await messaging.bus.request(readConversation, { params: { id } });
    expect(marked).toMatchObject({ id: older.conversation_id, unread_count: 0 });
  });

  it('have all messages, each with a number of its own, while they move, and are one in lists', async () => {
    const first = await byNumber();
    const second = await byNumber();
    const third = await hidden();
    const fourth = await hidden();
    const release = await hold(third.id);
    const { conversation_id: id } = await both();
    const shown = await list(id, { per_page: 3 });
    expect(shown.messages.map((message) => [message.id, message.sequence, message.conversation_id])).toEqual([
      [expect.anything(), 5, first.conversation_id],
      [fourth.id, 4, first.conversation_id],
      [third.id, 3, first.conversation_id],
    ]);
    const rest = await list(third.conversation_id, { per_page: 3, page: 2 });
    expect(rest.messages.map((message) => message.id)).toEqual([second.id, first.id]);
    expect(await messaging.read(fourth.id)).toMatchObject({
      conversation_id: id,
      contact: { phone: phone() },
    });
    expect(await messaging.conversation(third.conversation_id)).toBeUndefined();
    await release();
    await merged(third.conversation_id);
    const after = await list(id);
    expect(after.messages.map((message) => message.sequence)).toEqual([5, 4, 3, 2, 1]);
  });

  it('merge again while they merge', async () => {
    const oldest = await byNumber(`9${phone()}`);
    const older = await byNumber();
    const young = await hidden();
    const release = await hold(young.id);
    await both();
    await messaging.bus.publish(cloud.inbound, {
      channel_id: CHANNEL,
      chat_message_id: `notice-${people}`,
      from: phone(),
      name: null,
      is_notice: true,
      content: { type: 'system', text: 'New number', system: { type: 'n' }, new_phone: `9${phone()}` },
      sent_at: toTimestamp(new Date()),
    });
    await until(async () => (await conversation(young.conversation_id)).id === oldest.conversation_id, {
      describe: 'the second merge',
    });
    const sequences = async () =>
      (await list(young.conversation_id)).messages.map(({ sequence }) => sequence);
    expect((await sequences()).sort()).toEqual([1, 2, 3, 4, 5]);
    await release();
    await merged(older.conversation_id);
    expect(await merged(young.conversation_id)).toMatchObject({
      conversation: { id: oldest.conversation_id },
    });
    expect((await sequences()).sort()).toEqual([1, 2, 3, 4, 5]);
    expect((await messaging.read(young.id)).conversation_id).toBe(oldest.conversation_id);
  });

  it('move by thousands of messages, with what is written meanwhile', async () => {
    const { conversation_id: id } = await byNumber();
    const { conversation_id: mergedId } = await hidden();
    await messaging.service.query(
      `INSERT INTO messaging.messages (account_id, conversation_id, channel_id, direction, source, type, body, status,
         sequence, occurred_at, connector)
       SELECT 1, $1, $2, 'inbound', 'customer', 'text', 'Hi', 'delivered', n, now() - n * interval '1 s', 'fake-cloud'
       FROM generate_series(2, 2500) AS n`,
      [mergedId, CHANNEL],
    );
    await messaging.service.query('UPDATE messaging.conversations SET last_sequence = 2500 WHERE id = $1', [
      mergedId,
    ]);
    const during = [await both(), await byNumber(), await both()];
    expect(during.map(({ sequence }) => sequence)).toEqual([2502, 2503, 2504]);
    await merged(mergedId);
    const [numbers] = await messaging.service.query<{ total: number; distinct: number; last: number }>(
      `SELECT count(*) AS total, count(DISTINCT sequence) AS distinct, max(sequence) AS last
       FROM messaging.messages WHERE conversation_id = $1`,
      [id],
    );
    expect(numbers).toEqual({ total: 2504, distinct: 2504, last: 2504 });
  });

  it('are erased while they move, with both ids', async () => {
    const older = await byNumber();
    const younger = await hidden();
    const release = await hold(younger.id);
    await both();
    const person = { phone: phone() };
    const { conversations } = await messaging.bus.request(exportConversations, { body: person });
    expect(conversations).toEqual([
      expect.objectContaining({
        id: older.conversation_id,
        record: expect.objectContaining({ merged_ids: [younger.conversation_id] }) as object,
      }),
      expect.objectContaining({ id: younger.conversation_id }),
    ]);
    const erasure = { erasure_id: 1000 + people, ...person };
    const hiding = messaging.bus.request(hidePerson, { body: erasure });
    await release();
    await hiding;
    const gathered = await messaging.bus.request(gatherErased, {
      body: { erasure_id: erasure.erasure_id, after_id: 0 },
    });
    expect(gathered.conversation_ids).toEqual([older.conversation_id, younger.conversation_id]);
    for (;;) if ((await messaging.bus.request(purgePerson, { body: erasure })).is_done) break;
    const ids = [[older.conversation_id, younger.conversation_id]];
    for (const table of ['messages', 'conversations', 'merged_conversations']) {
      const column = table === 'messages' ? 'conversation_id' : 'id';
      const left = `SELECT FROM messaging.${table} WHERE ${column} = ANY ($1)`;
      expect(await messaging.service.query(left, ids)).toEqual([]);
    }
  });

  it('keep the stricter choice about marketing, which is told of the number', async () => {
    await byNumber();
    const { conversation_id: mergedId } = await hidden();
    const at = toTimestamp(new Date());
    await messaging.bus.publish(marketingPreferenceChanged, {
      channel_id: CHANNEL,
      phone: null,
      provider_user_id: userId(),
      opted_out: true,
      at,
    });
    const isKept = async () => (await optedOut()).includes(`user:${userId()}`);
    await until(isKept, { describe: 'the choice by user id' });
    await both();
    await merged(mergedId);
    expect(await optedOut()).toContain(phone());
    const told = await messaging.bus.nextEvent(preferenceIdentified, ({ data }) => data.phone === phone());
    expect(told.data).toEqual({ phone: phone(), opted_out: true, at });
  });

  it('tell of the number what was chosen by user id before anybody wrote', async () => {
    const at = toTimestamp(new Date());
    const choice = { channel_id: CHANNEL, phone: null, provider_user_id: userId(), opted_out: true, at };
    await messaging.bus.publish(marketingPreferenceChanged, choice);
    const isKept = async () => (await optedOut()).includes(`user:${userId()}`);
    await until(isKept, { describe: 'the choice by user id' });
    await both();
    const told = await messaging.bus.nextEvent(preferenceIdentified, ({ data }) => data.phone === phone());
    expect(told.data).toEqual({ phone: phone(), opted_out: true, at });
  });

  it('tell of the number what is chosen by user id later', async () => {
    await both();
    const choice = { channel_id: CHANNEL, phone: null, provider_user_id: userId() };
    for (const opted_out of [true, false]) {
      const at = toTimestamp(new Date());
      await messaging.bus.publish(marketingPreferenceChanged, { ...choice, opted_out, at });
      const isIt = ({ data }: { data: { phone: string; opted_out: boolean } }) =>
        data.phone === phone() && data.opted_out === opted_out;
      expect((await messaging.bus.nextEvent(preferenceIdentified, isIt)).data.at).toBe(at);
    }
  });

  it('get messages that were sent to either, where the network tells that they are one', async () => {
    messages += 1;
    await messaging.bus.publish(cloud.echo, {
      channel_id: CHANNEL,
      chat_message_id: `app-${messages}`,
      to: phone(),
      content: { type: 'text', text: 'From the app' },
      sent_at: toTimestamp(new Date()),
    });
    const { data } = await messaging.bus.nextEvent(
      messageSent,
      ({ data: { message } }) => message.chat_message_id === `app-${messages}`,
    );
    const { message } = data;
    const theirs = await hidden();
    await messaging.bus.publish(cloud.receipts, {
      channel_id: CHANNEL,
      receipts: [
        {
          message_id: message.id,
          chat_message_id: message.chat_message_id!,
          level: 'delivered',
          provider_user_id: userId(),
          error: null,
          at: toTimestamp(new Date()),
        },
      ],
    });
    expect(await merged(theirs.conversation_id)).toMatchObject({
      conversation: { id: message.conversation_id },
    });
    await messaging.answer(theirs.conversation_id);
    expect(handed).toEqual([expect.objectContaining({ to: phone() })]);
  });
});
