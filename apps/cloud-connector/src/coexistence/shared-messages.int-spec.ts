import { randomBytes } from 'node:crypto';
import {
  appContactsChanged,
  cloudMediaSettled,
  cloudMessageEchoed,
  cloudMessageReceived,
  numberStatusChanged,
  releaseNumber,
  type NumberSync,
} from '@chat/contracts/cloud-connector';
import { channelDeleted } from '@chat/contracts/channels';
import { until } from '@chat/test-kit';
import type { ProviderNumber } from '../testing/cloud-connector-under-test';
import { ago, CoexistenceUnderTest, threadOf } from '../testing/coexistence-under-test';

const CUSTOMER = '4915100000777';

describe('data shared by the business app', () => {
  let stack: CoexistenceUnderTest;

  beforeAll(async () => {
    stack = await CoexistenceUnderTest.start();
  });

  beforeEach(() => stack.playWell());

  afterEach(() => stack.connector.deliver({ hold: false, shuffle: false, duplicate: false, batch: 1_000 }));

  afterAll(() => stack.connector.stop());

  const callback = (number: ProviderNumber, field: string, members: object) => {
    const { waba_id: id, phone_number_id, digits } = number;
    const metadata = { display_phone_number: digits, phone_number_id };
    const value = { messaging_product: 'whatsapp', metadata, ...members };
    return stack.connector.post(JSON.stringify({ entry: [{ id, changes: [{ field, value }] }] }));
  };

  it('is imported completely, even if it arrives shuffled and twice', async () => {
    const { number, channelId } = await stack.newNumber();
    await stack.connector.deliver({ hold: true, shuffle: true, duplicate: true, batch: 3 });
    const phones = ['4915100000701', '4915100000702', '4915100000703'];
    const contacts = phones.map((phone) => ({ phone, name: `Ana ${phone}` }));
    await stack.share(number, { contacts, threads: phones.map((phone) => threadOf(phone, 700)) });
    await stack.connect(channelId, number);
    await stack.asked(number);
    await stack.connector.deliver({ hold: false });
    const distinct = () =>
      new Set(stack.messagesOf(channelId).map(({ chat_message_id }) => chat_message_id)).size;
    await until(() => distinct() === 2_100, { describe: 'all messages', timeoutMs: 40_000 });
    // Since the order is shuffled, the last contacts may arrive after the last message.
    const isWhole = ({ status, contacts_at }: NumberSync) => status === 'completed' && contacts_at !== null;
    const sync = await stack.becomes(channelId, isWhole, 'completed, with contacts');
    expect(sync).toMatchObject({ progress: 100, error: null });
    expect(sync.completed_at).not.toBeNull();

    const one = stack
      .messagesOf(channelId)
      .find(({ content }) => content.type === 'text' && content.text === `${phones[0]} 3`);
    expect(one).toMatchObject({ direction: 'inbound', phone: phones[0], status: 'read' });
    expect(Math.max(...stack.imported.map((part) => part.messages.length))).toBeLessThanOrEqual(100);
    const said = () =>
      new Set(
        stack.bus
          .events(appContactsChanged)
          .filter(({ data }) => data.channel_id === channelId)
          .flatMap(({ data }) => data.contacts.map(({ phone, full_name }) => `${phone} ${full_name}`)),
      );
    await until(() => said().size >= contacts.length, { describe: 'all contacts' });
    expect(said()).toEqual(new Set(contacts.map(({ phone, name }) => `${phone} ${name}`)));
    const shown = stack.bus.events(numberStatusChanged).filter(({ data }) => data.channel_id === channelId);
    expect(shown.length).toBeLessThan(110);
    expect(stack.bus.events(cloudMessageReceived)).toEqual([]);
  }, 60_000);

  it('is purged with its deleted channel, including parts that were given up', async () => {
    const { number, channelId } = await stack.newNumber();
    await stack.disconnectMessaging();
    await stack.share(number, { threads: [threadOf(CUSTOMER, 30)] });
    await stack.connect(channelId, number);
    const where = `type = 'import-history' AND (data::json->>'channelId')::bigint = $1`;
    const giveUp = `UPDATE cloud_connector.jobs SET state = 'dead' WHERE ${where} AND state = 'waiting' RETURNING id`;
    await until(async () => (await stack.connector.query(giveUp, [channelId])).length > 0, {
      describe: 'a part to be given up',
    });
    await stack.bus.publish(channelDeleted, { channel_id: channelId }, { channelId });
    const parts = () => stack.connector.query(`SELECT FROM cloud_connector.jobs WHERE ${where}`, [channelId]);
    await until(async () => (await parts()).length === 0, { describe: 'its parts to be gone' });
    await stack.connectMessaging();
  });

  it('is purged with what named nobody, whatever characters that has', async () => {
    const { number, channelId } = await stack.newNumber();
    await stack.connect(channelId, number);
    const body = 'NUL \0, half a pair \ud800, and the words \\u0000';
    const nameless = { id: 'wamid.nameless', timestamp: '1700000000', type: 'text', text: { body } };
    expect(await callback(number, 'messages', { messages: [nameless] })).toBe(200);
    const history = [{ metadata: { progress: 100 }, threads: [{ messages: [nameless] }] }];
    expect(await callback(number, 'history', { history })).toBe(200);
    const kept = (state: string) =>
      stack.connector.query(
        `SELECT FROM cloud_connector.jobs WHERE type IN ('unreadable-message', 'unreadable-history')
           AND state = ANY ($1) AND data LIKE '%"channelId":${channelId}_%'`,
        [state.split(' ')],
      );
    await until(async () => (await kept('dead')).length === 2, { describe: 'both to be given up' });
    await stack.bus.publish(channelDeleted, { channel_id: channelId }, { channelId });
    await until(async () => (await kept('waiting dead')).length === 0, { describe: 'both to be gone' });
  });

  it('waits while messaging is down', async () => {
    const { number, channelId } = await stack.newNumber();
    await stack.disconnectMessaging();
    await stack.share(number, { threads: [threadOf(CUSTOMER, 30)] });
    await stack.connect(channelId, number);
    const isTried = async () =>
      (
        await stack.connector.query(
          `SELECT FROM cloud_connector.jobs WHERE type = 'import-history' AND reason IS NOT NULL
             AND (data::jsonb->>'channelId')::int = $1`,
          [channelId],
        )
      ).length > 0;
    await until(isTried, { describe: 'a part to be tried' });
    expect(stack.imported).toEqual([]);
    await stack.connectMessaging();
    await stack.connector.query(
      `UPDATE cloud_connector.jobs SET due_at = now() WHERE type = 'import-history' AND state = 'waiting'`,
    );
    await stack.completes(channelId);
    expect(stack.messagesOf(channelId)).toHaveLength(30);
  });

  it('keeps what names nobody as a dead job, with which the rest can be read again', async () => {
    const { number, channelId } = await stack.newNumber();
    await stack.connect(channelId, number);
    const past = (id: string) => ({ id, timestamp: '1700000000', type: 'text', text: { body: id } });
    const history = [
      {
        metadata: { phase: 0, chunk_order: 1, progress: 100 },
        threads: [
          { id: CUSTOMER, messages: [{ ...past('wamid.named'), from: CUSTOMER }] },
          { messages: [past('wamid.nameless')] },
        ],
      },
    ];
    const media = { ...past('wamid.medialess'), type: 'image', image: { id: '7', mime_type: 'image/png' } };
    expect(await callback(number, 'history', { history })).toBe(200);
    expect(await callback(number, 'history', { messages: [media] })).toBe(200);
    const dead = () =>
      stack.connector.query<{ data: string }>(
        `SELECT data FROM cloud_connector.jobs WHERE type = 'unreadable-history' AND state = 'dead'
         AND (data::jsonb->>'channelId')::int = $1 ORDER BY id`,
        [channelId],
      );
    await until(async () => (await dead()).length === 2, { describe: 'both to be given up' });
    const kept = (await dead()).flatMap(
      ({ data }) => (JSON.parse(data) as { messages: { message: object }[] }).messages,
    );
    expect(kept.map(({ message }) => message)).toEqual([past('wamid.nameless'), media]);
    await until(() => stack.messagesOf(channelId).length === 1, {
      describe: 'the message that names somebody',
    });

    // A later version may read what this one cannot: here, the thread tells who it is after all.
    await stack.connector.query(
      `UPDATE cloud_connector.jobs SET state = 'waiting', due_at = now(), deadline = NULL,
         data = replace(data, '"thread":{}', '"thread":{"id":"${CUSTOMER}"}')
       WHERE type = 'unreadable-history' AND (data::jsonb->>'channelId')::int = $1`,
      [channelId],
    );
    await until(() => stack.messagesOf(channelId).length === 3, { describe: 'the others' });
    expect(await dead()).toEqual([]);
  });

  it('has its media copied only where a message refers to it', async () => {
    const { number, channelId } = await stack.newNumber();
    await stack.connect(channelId, number);
    const bytes = randomBytes(2_000);
    const form = new FormData();
    form.append('messaging_product', 'whatsapp');
    form.append('type', 'application/pdf');
    form.append('file', new Blob([bytes], { type: 'application/pdf' }), 'a.pdf');
    const url = `${stack.sandbox.url}/v23.0/${number.phone_number_id}/media`;
    const headers = { authorization: `Bearer ${number.access_token}` };
    const uploaded = await fetch(url, { method: 'POST', headers, body: form });
    const { id } = (await uploaded.json()) as { id: string };
    const followed = (wamid: string) => ({
      from: number.digits,
      to: CUSTOMER,
      id: wamid,
      timestamp: '1700000000',
      type: 'document',
      document: { id, mime_type: 'application/pdf', filename: 'a.pdf' },
    });
    stack.importPart = (part) => {
      stack.imported.push(part);
      const blobs = part.messages.flatMap(({ chat_message_id, content }) =>
        content.type === 'document' && chat_message_id === 'wamid.kept' ? [content.media.blob] : [],
      );
      return { blobs };
    };
    const messages = [followed('wamid.kept'), followed('wamid.known')];
    expect(await callback(number, 'history', { messages })).toBe(200);
    const settled = await stack.bus.nextEvent(
      cloudMediaSettled,
      ({ data }) => data.chat_message_id === 'wamid.kept',
    );
    expect(settled.data).toMatchObject({ error: null, media: { size: bytes.length, filename: 'a.pdf' } });
    expect(stack.messagesOf(channelId)).toMatchObject([
      { direction: 'outbound', phone: CUSTOMER },
      { direction: 'outbound', phone: CUSTOMER },
    ]);
    expect(await stack.jobs('copy-inbound-media', channelId)).toBe(1);
  });

  it('has each message written in the app once, and none as received', async () => {
    const { number, channelId } = await stack.newNumber();
    await stack.connect(channelId, number);
    await stack.connector.deliver({ duplicate: true });
    await stack.share(number, { echoes: [{ phone: CUSTOMER, text: 'From the app', sent_at: ago(1_000) }] });
    await stack.share(number, { echoes: [{ phone: CUSTOMER, text: 'And again', sent_at: ago(500) }] });
    const of = () => stack.bus.events(cloudMessageEchoed).filter(({ data }) => data.channel_id === channelId);
    await until(() => of().length >= 2, { describe: 'both echoes' });
    const texts = of().map(({ data }) => data.content.type === 'text' && data.content.text);
    expect(texts.toSorted()).toEqual(['And again', 'From the app']);
    expect(of()[0]!.data).toMatchObject({ to: CUSTOMER });
    expect(stack.bus.events(cloudMessageReceived)).toEqual([]);
  });

  it('is dropped when the channel is deleted', async () => {
    const { number, channelId } = await stack.newNumber();
    await stack.disconnectMessaging();
    await stack.connect(channelId, number);
    await stack.share(number, { threads: [threadOf(CUSTOMER, 5)] });
    const waiting = async () =>
      (
        await stack.connector.query(
          `SELECT FROM cloud_connector.jobs
         WHERE type = 'import-history' AND state = 'waiting' AND (data::jsonb->>'channelId')::int = $1`,
          [channelId],
        )
      ).length;
    // It must not be attempted between the deletion of the channel and the return of messaging.
    const holdUp = `UPDATE cloud_connector.jobs SET due_at = now() + interval '1 hour'
      WHERE type = 'import-history' AND state = 'waiting' AND (data::jsonb->>'channelId')::int = $1 RETURNING id`;
    await until(async () => (await stack.connector.query(holdUp, [channelId])).length > 0, {
      describe: 'a part to wait',
    });
    await stack.bus.request(releaseNumber, { body: { channel_id: channelId } });
    await stack.connectMessaging();
    await stack.connector.query(
      `UPDATE cloud_connector.jobs SET due_at = now() WHERE state = 'waiting' AND type = 'import-history'`,
    );
    await until(async () => (await waiting()) === 0, { describe: 'no part to wait' });
    expect(stack.imported).toEqual([]);
  });

  it('has neither messages to groups nor edits and deletions among its messages', async () => {
    const { number, channelId } = await stack.newNumber();
    await stack.connect(channelId, number);
    const past = (id: string, type: string, more: object, from = CUSTOMER) => ({
      id: `wamid.past.${id}`,
      from,
      timestamp: '1700000000',
      type,
      ...more,
    });
    const text = { text: { body: 'Hello' } };
    const edit = {
      original_message_id: 'wamid.past.1',
      message: { type: 'text', text: { body: 'Hello again' } },
    };
    const revoke = { original_message_id: 'wamid.past.2' };
    const messages = [
      past('edit', 'edit', { edit }),
      past('1', 'text', text),
      past('2', 'text', text, number.digits),
      past('revoke', 'revoke', { revoke }, number.digits),
      past('3', 'text', { ...text, group_id: 'Y2FwaV9ncm91cDox' }),
    ];
    const history = [{ metadata: { progress: 100 }, threads: [{ id: CUSTOMER, messages }] }];
    expect(await callback(number, 'history', { history })).toBe(200);
    const ofEdit = ({ data }: { data: { chat_message_id: string } }) =>
      data.chat_message_id === 'wamid.past.edit';
    expect((await stack.bus.nextEvent(cloudMessageReceived, ofEdit)).data).toMatchObject({
      from: CUSTOMER,
      content: { type: 'edit', message_id: 'wamid.past.1', text: 'Hello again' },
    });
    const ofRevoke = ({ data }: { data: { chat_message_id: string } }) =>
      data.chat_message_id === 'wamid.past.revoke';
    expect((await stack.bus.nextEvent(cloudMessageEchoed, ofRevoke)).data).toMatchObject({
      to: CUSTOMER,
      content: { type: 'deletion', message_id: 'wamid.past.2' },
    });
    await stack.completes(channelId);
    expect(stack.messagesOf(channelId).map(({ chat_message_id }) => chat_message_id)).toEqual([
      'wamid.past.1',
      'wamid.past.2',
    ]);
  });
});
