import { randomUUID } from 'node:crypto';
import { Readable } from 'node:stream';
import { blobKey, FilesystemBlobStore } from '@chat/media';
import { usageOperations } from '@chat/contracts/limits';
import {
  getMessage,
  getMessageMedia,
  getOwnRetention,
  getRetention,
  importHistory,
  listConversations,
  listMessages,
  messageReceived,
  setOwnRetention,
  setRetention,
  type Conversation,
  type HistoryMessage,
} from '@chat/contracts/messaging';
import { toTimestamp } from '@chat/service-kit';
import { refusal, testContext, until } from '@chat/test-kit';
import { MessagingUnderTest } from '../testing/messaging-under-test';

const DAY_MS = 24 * 60 * 60 * 1000;

describe('the retention of an account', () => {
  let messaging: MessagingUnderTest;
  let store: FilesystemBlobStore;
  let accountId = 200;
  let people = 0;

  beforeAll(async () => {
    messaging = await MessagingUnderTest.start({}, { replicas: 2 });
    store = await FilesystemBlobStore.open(messaging.service.blobFolder);
  });

  afterAll(() => messaging.service.stop());

  beforeEach(() => {
    accountId += 1;
    people += 1;
  });

  const context = () => testContext({ accountId });
  const from = () => `4915133${String(people).padStart(6, '0')}`;
  let days: { message_days: number | null; media_days: number | null };
  const set = async (message_days: number | null, media_days: number | null = null) => {
    days = { message_days, media_days };
    await messaging.bus.request(setRetention, { body: { account_id: accountId, ...days } });
  };
  /** Somebody writes; resolves to the conversation and the message. */
  const receive = async (text: string, more: { chat_message_id?: string; from?: string } = {}) => {
    const { chat_message_id } = await messaging.receive({ from: from(), text, ...more }, accountId);
    const { data } = await messaging.bus.nextEvent(
      messageReceived,
      (event) =>
        event.accountid === String(accountId) && event.data.message.chat_message_id === chat_message_id,
    );
    return { id: data.conversation_id, message: data.message, chat_message_id };
  };
  /** Everything that the account has got so much older. */
  const pass = async (days: number) => {
    const columns = ['created_at', 'occurred_at', 'sent_at'].map(
      (column) => `${column} = ${column} - interval '${days} days'`,
    );
    await messaging.service.query(`UPDATE messaging.messages SET ${columns.join()} WHERE account_id = $1`, [
      accountId,
    ]);
    await messaging.service.query(
      `UPDATE messaging.conversations SET last_message_at = last_message_at - interval '${days} days',
         last_inbound_at = last_inbound_at - interval '${days} days' WHERE account_id = $1`,
      [accountId],
    );
  };
  /** Resolves when the account has been looked at, as it is once this is set. */
  const sweep = async () => {
    await set(days.message_days, days.media_days);
    const isDone = async () =>
      (
        await messaging.service.query(
          'SELECT FROM messaging.retention WHERE account_id = $1 AND due_at > now()',
          [accountId],
        )
      ).length > 0;
    await until(isDone, { describe: 'the account to be looked at' });
  };
  const conversations = async (): Promise<Conversation[]> =>
    (await messaging.bus.request(listConversations, { query: {} }, context())).conversations;
  const textsOf = async (id: number) =>
    (await messaging.bus.request(listMessages, { params: { id }, query: {} }, context())).messages.map(
      ({ message, sequence }) => [message, sequence],
    );
  const upload = async () => {
    const blob = blobKey(accountId, randomUUID(), new Date());
    await store.write(blob, Readable.from([Buffer.alloc(100)]));
    const sha256 = '0'.repeat(64);
    return { blob, filename: 'a.bin', mime_type: 'application/octet-stream', size: 100, sha256 };
  };
  const used = async () => {
    const { usage } = await messaging.bus.request(usageOperations('messaging').read, {
      body: { account_id: accountId },
    });
    return usage.find(({ limit }) => limit === 'media_bytes')!.used;
  };

  it('keeps everything unless it is set', async () => {
    const { id } = await receive('old');
    await pass(3_000);
    expect(
      (await messaging.bus.request(getRetention, { body: { account_id: accountId } })).retention,
    ).toEqual({
      message_days: null,
      media_days: null,
    });
    expect(await textsOf(id)).toEqual([['old', 1]]);
  });

  it('is set by the people of the account for it alone', async () => {
    const { retention } = await messaging.bus.request(
      setOwnRetention,
      { body: { message_days: 30, media_days: null } },
      context(),
    );
    expect((await messaging.bus.request(getOwnRetention, {}, context())).retention).toEqual(retention);
    const other = testContext({ accountId: accountId + 100_000 });
    expect((await messaging.bus.request(getOwnRetention, {}, other)).retention.message_days).toBeNull();
  });

  it('deletes what is older, with its files, and a conversation shows the last message that is left', async () => {
    const document = await upload();
    const { conversation_id: id } = await messaging.send(
      { mobile: from().slice(2), message: 'old', document },
      context(),
    );
    await receive('older than the next');
    await pass(40);
    await receive('new');
    const other = await receive('of somebody else', { from: `4915144${String(people).padStart(6, '0')}` });
    await set(30);
    await sweep();
    expect(await textsOf(id)).toEqual([['new', 3]]);
    expect((await conversations()).map(({ last_message }) => last_message?.message)).toEqual([
      'of somebody else',
      'new',
    ]);
    expect(await textsOf(other.id)).toHaveLength(1);
    await until(async () => (await store.size(document.blob)) === null, { describe: 'the file to go' });
    await until(async () => (await used()) === 0, { describe: 'its bytes not to count' });
  });

  it('leaves a conversation its id and its numbers when all of its messages are gone', async () => {
    const { id, message } = await receive('old');
    await receive('old, too');
    await pass(40);
    await set(30);
    await sweep();
    const [conversation] = await conversations();
    expect(conversation).toMatchObject({ id, unread_count: 0, last_message: null, window_expires_at: null });
    expect(await textsOf(id)).toEqual([]);
    expect(
      (await refusal(messaging.bus.request(getMessage, { params: { id: message.id } }, context()))).code,
    ).toBe('not_found');
    const sent = await messaging.answer(id, { message: 'again' }, context());
    expect(sent.conversation_id).toBe(id);
    expect((await receive('hello')).id).toBe(id);
    expect(await textsOf(id)).toEqual([
      ['hello', 4],
      ['again', 3],
    ]);
  });

  it('takes no deleted message again, for another week', async () => {
    const { id, chat_message_id } = await receive('old');
    await pass(40);
    await set(30);
    await sweep();
    await messaging.receive({ from: from(), text: 'old', chat_message_id }, accountId);
    await receive('new');
    expect(await textsOf(id)).toEqual([['new', 2]]);
  });

  it('deletes files earlier than their messages, which say so', async () => {
    const document = await upload();
    const { message_id, conversation_id: id } = await messaging.send(
      { mobile: from().slice(2), message: 'old', document },
      context(),
    );
    await pass(20);
    await set(null, 10);
    await sweep();
    const { message } = await messaging.bus.request(getMessage, { params: { id: message_id } }, context());
    expect(message).toMatchObject({
      message: 'old',
      media: { filename: 'a.bin', size: 100 },
      media_url: null,
      error: null,
    });
    expect((await conversations())[0]!.last_message!.media_url).toBeNull();
    const download = messaging.bus.request(getMessageMedia, { params: { id: message_id } }, context());
    expect((await refusal(download)).code).toBe('not_found');
    await until(async () => (await store.size(document.blob)) === null, { describe: 'the file to go' });
    const next = await messaging.answer(id, { document: await upload(), message: undefined }, context());
    await sweep();
    const kept = await messaging.bus.request(getMessage, { params: { id: next.message_id } }, context());
    expect(kept.message.media_url).not.toBeNull();
  });

  it('deletes the file of a message that is younger than one stored after it', async () => {
    const send = async () => messaging.send({ mobile: from().slice(2), document: await upload() }, context());
    const [younger, older] = [await send(), await send()];
    const media = async ({ message_id: id }: { message_id: number }) =>
      (await messaging.bus.request(getMessage, { params: { id } }, context())).message.media_url;
    const age = (id: number) =>
      messaging.service.query(
        `UPDATE messaging.messages SET created_at = created_at - interval '20 days' WHERE account_id = $1 AND id = $2`,
        [accountId, id],
      );
    await age(older.message_id);
    await set(null, 10);
    await sweep();
    expect([await media(younger), await media(older)]).toEqual([expect.any(String), null]);
    await age(younger.message_id);
    await sweep();
    expect(await media(younger)).toBeNull();
  });

  it('waits for the outcome of a message, and imports nothing that is older', async () => {
    const { message_id, conversation_id: id } = await messaging.send({ mobile: from().slice(2) }, context());
    await pass(40);
    await messaging.service.query(
      `UPDATE messaging.messages SET settle_at = now() + interval '1 hour' WHERE account_id = $1 AND id = $2`,
      [accountId, message_id],
    );
    await set(30);
    await sweep();
    expect(await textsOf(id)).toHaveLength(1);
    const past = (days: number): HistoryMessage => ({
      chat_message_id: `past-${accountId}-${days}`,
      direction: 'inbound',
      phone: from(),
      content: { type: 'text', text: `${days} days ago` },
      status: 'delivered',
      sent_at: toTimestamp(new Date(Date.now() - days * DAY_MS)),
    });
    const body = { channel_id: 1, connector: 'device-sessions', messages: [past(50), past(20)] };
    await messaging.bus.request(importHistory, { body }, context());
    expect((await textsOf(id)).map(([text]) => text)).toContain('20 days ago');
    expect((await textsOf(id)).map(([text]) => text)).not.toContain('50 days ago');
  });
});
