import { randomUUID } from 'node:crypto';
import { cloudConnector } from '@chat/contracts/cloud-connector';
import {
  resolveConversation,
  importHistory,
  listConversations,
  listMessages,
  messageReceived,
  messageSent,
  type Conversation,
  type HistoryMessage,
  type Message,
} from '@chat/contracts/messaging';
import { toTimestamp } from '@chat/service-kit';
import { refusal, testContext } from '@chat/test-kit';
import { MessagingUnderTest } from '../testing/messaging-under-test';

const CHANNEL = 20;
const PHONE = 21;
const HOUR_MS = 60 * 60 * 1000;

describe('the history of a channel', () => {
  let messaging: MessagingUnderTest;
  let people = 0;

  beforeAll(async () => {
    messaging = await MessagingUnderTest.start();
    messaging.resolve = () => ({ effective_channel_type: 'cloud' });
  });

  afterAll(() => messaging.service.stop());

  const newPhone = () => `49151${String((people += 1)).padStart(8, '0')}`;
  const ago = (ms: number) => toTimestamp(new Date(Date.now() - ms));
  const past = (change: Partial<HistoryMessage> = {}): HistoryMessage => ({
    chat_message_id: `wamid.${randomUUID()}`,
    direction: 'inbound',
    phone: '4915100000000',
    content: { type: 'text', text: 'Long ago' },
    status: 'read',
    sent_at: ago(48 * HOUR_MS),
    ...change,
  });
  const bring = (messages: HistoryMessage[], { channel = CHANNEL, accountId = 1 } = {}) =>
    messaging.bus.request(
      importHistory,
      { body: { channel_id: channel, connector: cloudConnector.service, messages } },
      testContext({ accountId }),
    );
  const conversationWith = async (phone: string): Promise<Conversation> => {
    const query = { chat_account_id: CHANNEL, per_page: 100 };
    const { conversations } = await messaging.bus.request(listConversations, { query });
    return conversations.find(({ contact }) => contact.phone === phone)!;
  };
  const messagesWith = async (phone: string): Promise<Message[]> => {
    const { id } = await conversationWith(phone);
    const { messages } = await messaging.bus.request(listMessages, {
      params: { id },
      query: { per_page: 100 },
    });
    return messages;
  };
  const sequencesOf = (rows: { sequence: number }[]) =>
    rows.map(({ sequence }) => sequence).sort((a, b) => a - b);
  const upTo = (count: number) => Array.from({ length: count }, (_, index) => index + 1);

  it('stands in conversations as it was, by the time it was sent', async () => {
    const phone = newPhone();
    await bring([
      past({ phone, content: { type: 'text', text: 'Hello' }, sent_at: ago(3 * HOUR_MS) }),
      past({ phone, direction: 'outbound', status: 'delivered', sent_at: ago(2 * HOUR_MS) }),
      past({ phone, direction: 'outbound', status: 'failed', sent_at: ago(HOUR_MS) }),
    ]);
    const [failed, delivered, hello] = await messagesWith(phone);
    expect(hello).toMatchObject({
      direction: 'inbound',
      source: 'customer',
      message: 'Hello',
      status: 'delivered',
      sequence: 1,
      contact: { phone },
    });
    expect(delivered).toMatchObject({
      direction: 'outbound',
      source: 'app',
      status: 'delivered',
      sequence: 2,
    });
    expect(delivered).toMatchObject({ delivered_at: null, read_at: null, error: null });
    expect(failed).toMatchObject({ source: 'app', status: 'failed', error: { code: 'provider_error' } });
    expect(await conversationWith(phone)).toMatchObject({
      unread_count: 0,
      last_message: { id: failed!.id },
      last_message_at: failed!.sent_at,
      window_expires_at: null,
    });
  });

  it('is there once if the provider brings it several times at the same moment', async () => {
    const phone = newPhone();
    const part = Array.from({ length: 40 }, () => past({ phone }));
    await Promise.all(Array.from({ length: 8 }, () => bring(part)));
    expect(sequencesOf(await messagesWith(phone))).toEqual(upTo(part.length));
  });

  it('fires nothing and opens no care window, however young it is', async () => {
    const phone = newPhone();
    const message = past({ phone, sent_at: ago(0) });
    await bring([message, past({ phone, direction: 'outbound' })]);
    const refused = await refusal(
      messaging.send({ mobile_code: '49', mobile: phone.slice(2), chat_account_id: CHANNEL }),
    );
    expect(refused.code).toBe('template_required');
    // What comes afterwards is told, so whatever was to be told before it was.
    const live = await writes(phone);
    await messaging.bus.nextEvent(messageReceived, ({ data }) => data.message.chat_message_id === live);
    const ids = new Set((await messagesWith(phone)).map(({ id }) => id));
    const events = [messageReceived, messageSent].flatMap((type) => messaging.bus.events(type));
    expect(events.filter(({ data }) => ids.has(data.message.id))).toHaveLength(1);
    const { unread_count, window_expires_at } = await conversationWith(phone);
    expect({ unread_count, isOpen: window_expires_at !== null }).toEqual({ unread_count: 1, isOpen: true });
  });

  /** Somebody writes now. */
  const writes = async (phone: string): Promise<string> => {
    const chat_message_id = `wamid.${randomUUID()}`;
    const content = { type: 'text' as const, text: 'Now' };
    const sent_at = ago(0);
    const data = { channel_id: CHANNEL, chat_message_id, from: phone, name: null, content, sent_at };
    await messaging.bus.publish(cloudConnector.inbound, data);
    return chat_message_id;
  };

  it('is kept once without gaps, in whatever order and however often it comes, on two replicas', async () => {
    const replica = await messaging.service.startReplica();
    const phones = [newPhone(), newPhone(), newPhone()];
    const messages = Array.from({ length: 900 }, (_, index) =>
      past({
        phone: phones[(index * index) % 3]!,
        direction: index % 2 === 0 ? 'inbound' : 'outbound',
        sent_at: ago(HOUR_MS + index * 1_000),
      }),
    );
    const parts = Array.from({ length: 18 }, (_, part) => messages.filter((_, index) => index % 18 === part));
    const all = [...parts, ...parts.toReversed().map((part) => part.toReversed())];
    // What loses a race is tried again, as its job does.
    const persist = async (part: HistoryMessage[]): Promise<void> => {
      try {
        await bring(part);
      } catch {
        await persist(part);
      }
    };
    const live = phones.map((phone) => writes(phone));
    await Promise.all(all.map(persist));
    for (const id of await Promise.all(live)) {
      await messaging.bus.nextEvent(messageReceived, ({ data }) => data.message.chat_message_id === id);
    }
    await replica.stop();
    const ids = messages.map(({ chat_message_id }) => chat_message_id);
    const rows = await messaging.service.query<{
      chat_message_id: string;
      conversation_id: number;
      sequence: number;
    }>(
      `SELECT m.chat_message_id, m.conversation_id, m.sequence::int FROM messaging.messages m
       JOIN messaging.conversations c ON c.account_id = m.account_id AND c.id = m.conversation_id
       WHERE c.contact_phone = ANY ($1)`,
      [phones],
    );
    expect(rows).toHaveLength(ids.length + phones.length);
    expect(ids.filter((id) => !rows.some(({ chat_message_id }) => chat_message_id === id))).toEqual([]);
    for (const phone of phones) {
      const { id, last_message, unread_count } = await conversationWith(phone);
      const own = rows.filter(({ conversation_id }) => Number(conversation_id) === id);
      expect(sequencesOf(own)).toEqual(upTo(own.length));
      // What somebody writes now is last, and alone unread.
      expect({ last: last_message!.message, unread_count }).toEqual({ last: 'Now', unread_count: 1 });
    }
    const [{ deadlocks }] = (await messaging.service.query<{ deadlocks: number }>(
      'SELECT deadlocks::int FROM pg_stat_database WHERE datname = current_database()',
    )) as [{ deadlocks: number }];
    expect(deadlocks).toBe(0);
  });

  it('costs one transaction for a part, however many conversations it has', async () => {
    const part = Array.from({ length: 100 }, (_, index) =>
      past({ phone: newPhone(), sent_at: ago(HOUR_MS + index) }),
    );
    await bring(part, { accountId: 3 });
    const rows = await messaging.service.query(
      'SELECT DISTINCT xmin::text FROM messaging.messages WHERE chat_message_id = ANY ($1)',
      [part.map(({ chat_message_id }) => chat_message_id)],
    );
    expect(rows).toHaveLength(1);
  });

  it('leaves messages as they are that came another way', async () => {
    const phone = newPhone();
    messaging.resolve = () => ({ effective_channel_type: 'device' });
    const live = await writes(phone);
    await messaging.bus.nextEvent(messageReceived, ({ data }) => data.message.chat_message_id === live);
    const other = await messaging.send({ mobile_code: '49', mobile: phone.slice(2), chat_account_id: PHONE });
    messaging.resolve = () => ({ effective_channel_type: 'cloud' });
    await bring([past({ phone, chat_message_id: live, content: { type: 'text', text: 'Other' } })]);
    await bring([past({ phone, direction: 'outbound', chat_message_id: other.chat_message_id })], {
      channel: PHONE,
    });
    expect((await messaging.read(other.message_id)).source).toBe('api');
    const messages = await messagesWith(phone);
    expect(messages.find((message) => message.chat_message_id === live)!.message).toBe('Now');
    expect(new Set(sequencesOf(messages))).toEqual(new Set(upTo(messages.length)));
  });

  it('joins the conversation of somebody whose number was hidden', async () => {
    const phone = newPhone();
    await bring([past({ phone, provider_user_id: 'DE.77' })]);
    await bring([past({ phone: null, provider_user_id: 'DE.77' })]);
    expect(await messagesWith(phone)).toHaveLength(2);
  });

  describe('of media', () => {
    const media = (blob: string) => ({
      blob,
      mime_type: 'image/png',
      filename: null,
      size: 0,
      sha256: '',
      ptt: false,
      awaited: true,
    });
    const newBlob = () => `1/2026-01-31/${randomUUID()}`;
    const placeholder = { type: 'unsupported' as const, raw: '{"type":"media_placeholder"}' };
    const picture = (blob: string) => ({ type: 'image' as const, text: 'See', media: media(blob) });

    it.each(['inbound', 'outbound'] as const)(
      'takes the place of what announced it, %s, whichever came first',
      async (direction) => {
        for (const order of ['announced first', 'announced last']) {
          const phone = newPhone();
          const blob = newBlob();
          const announced = past({ phone, direction, content: placeholder });
          const followed = { ...announced, content: picture(blob) };
          const both = order === 'announced first' ? [announced, followed] : [followed, announced];
          const answers = [await bring([both[0]!]), await bring([both[1]!])];
          expect(answers.flatMap(({ blobs }) => blobs)).toEqual([blob]);
          const [message, ...others] = await messagesWith(phone);
          expect(others).toEqual([]);
          expect(message).toMatchObject({ type: 'image', message: 'See', sequence: 1 });
        }
      },
    );

    it.each(['announced first', 'announced last'])(
      'is of whom the placeholder names, though the provider names the person as the sender: %s',
      async (order) => {
        const phone = newPhone();
        const announced = past({ phone, direction: 'outbound', status: 'read', content: placeholder });
        const followed = { ...announced, direction: 'inbound' as const, content: picture(newBlob()) };
        for (const part of order === 'announced first' ? [announced, followed] : [followed, announced]) {
          await bring([part]);
        }
        expect(await messagesWith(phone)).toMatchObject([
          { type: 'image', direction: 'outbound', source: 'app', status: 'read' },
        ]);
      },
    );

    it('is asked for once: what comes twice under two keys has the first', async () => {
      const phone = newPhone();
      const [blob, other] = [newBlob(), newBlob()];
      const message = past({ phone, content: picture(blob) });
      expect(await bring([message])).toEqual({ blobs: [blob] });
      expect(await bring([message])).toEqual({ blobs: [blob] });
      expect(await bring([{ ...message, content: picture(other) }])).toEqual({ blobs: [] });
    });

    it.each([
      ['stored', null, false],
      ['lost', { code: 'provider_error', message: 'Gone', reason: null, provider: null }, true],
    ])('is settled for a message of the app, too: %s', async (_, error, isLost) => {
      const phone = newPhone();
      const blob = newBlob();
      const message = past({ phone, direction: 'outbound', content: picture(blob) });
      await bring([message]);
      const stored = { ...media(blob), awaited: false, size: 3, sha256: 'abc' };
      await messaging.bus.publish(cloudConnector.media, {
        channel_id: CHANNEL,
        chat_message_id: message.chat_message_id,
        media: stored,
        error,
      });
      const live = await writes(phone);
      await messaging.bus.nextEvent(messageReceived, ({ data }) => data.message.chat_message_id === live);
      const settled = (await messagesWith(phone)).find(({ type }) => type === 'image')!;
      expect(settled).toMatchObject({ status: 'read', media: { size: 3 }, error });
      expect(settled.media_url === null).toBe(isLost);
    });
  });

  it('of a deleted channel is not kept', async () => {
    const phone = newPhone();
    await messaging.service.query(
      'INSERT INTO messaging.deleted_channels (account_id, channel_id, purge_at) VALUES (1, 99, now() + $1::interval)',
      ['1 hour'],
    );
    await bring([past({ phone })], { channel: 99 });
    expect(
      await messaging.service.query('SELECT FROM messaging.conversations WHERE contact_phone = $1', [phone]),
    ).toEqual([]);
  });

  it('is of its account alone', async () => {
    const phone = newPhone();
    await bring([past({ phone })], { accountId: 2 });
    expect(await conversationWith(phone)).toBeUndefined();
  });

  describe('that goes on in the business app', () => {
    const echo = async (to: string, chat_message_id = `wamid.${randomUUID()}`) => {
      const content = { type: 'text' as const, text: 'From the app' };
      await messaging.bus.publish(cloudConnector.echo, {
        channel_id: CHANNEL,
        chat_message_id,
        to,
        content,
        sent_at: ago(1_000),
      });
      return chat_message_id;
    };
    const sent = async (id: string) =>
      (await messaging.bus.nextEvent(messageSent, ({ data }) => data.message.chat_message_id === id)).data;

    it('is told as sent by the app, once, and opens no window', async () => {
      const phone = newPhone();
      const id = await echo(phone);
      const { message, conversation_id } = await sent(id);
      expect(message).toMatchObject({
        direction: 'outbound',
        source: 'app',
        status: 'sent',
        message: 'From the app',
        sequence: 1,
      });
      await echo(phone, id);
      await sent(await echo(phone));
      expect(messaging.told(messageSent, message.id)).toBe(1);
      const { conversation } = await messaging.bus.request(resolveConversation, {
        body: { conversation_id },
      });
      expect(conversation).toMatchObject({ unread_count: 0, window_expires_at: null });
      expect(sequencesOf(await messagesWith(phone))).toEqual([1, 2]);
    });

    it('is not told when the history had it before', async () => {
      const phone = newPhone();
      const known = past({ phone, direction: 'outbound' });
      await bring([known]);
      await echo(phone, known.chat_message_id);
      await sent(await echo(phone));
      expect(
        messaging.bus
          .events(messageSent)
          .filter(({ data }) => data.message.chat_message_id === known.chat_message_id),
      ).toEqual([]);
    });
  });
});
