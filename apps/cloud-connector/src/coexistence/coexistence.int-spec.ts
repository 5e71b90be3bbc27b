import { randomBytes } from 'node:crypto';
import {
  appContactsChanged,
  cloudMediaSettled,
  cloudMessageEchoed,
  cloudMessageReceived,
  connectNumber,
  numberStatusChanged,
  releaseNumber,
  sendThroughCloud,
  type NumberSync,
} from '@chat/contracts/cloud-connector';
import { importHistory, type ImportHistory } from '@chat/contracts/messaging';
import { refusal, testContext, until } from '@chat/testing';
import {
  newSend,
  startCloudConnector,
  type CloudConnectorUnderTest,
  type ProviderNumber,
} from '../testing/cloud-connector-under-test';

const CUSTOMER = '4915100000777';
const HOUR_MS = 60 * 60 * 1000;
const ago = (ms: number) => new Date(Date.now() - ms).toISOString();

describe('a number that stays in the business app', () => {
  let stack: CloudConnectorUnderTest;
  let lastNumber = 0;
  let lastChannel = 500;
  let imported: ImportHistory[];
  /** What messaging does with a part of a history. */
  let importPart: (part: ImportHistory) => { blobs: string[] };
  let messaging: { unsubscribe(): void };

  const connectMessaging = async () => {
    messaging = await stack.bus.respond(importHistory, ({ body }) => importPart(body));
  };

  beforeAll(async () => {
    stack = await startCloudConnector();
    await connectMessaging();
  });

  beforeEach(() => {
    imported = [];
    importPart = (part) => {
      imported.push(part);
      return { blobs: [] };
    };
  });

  afterEach(() => stack.deliver({ hold: false, shuffle: false, duplicate: false, batch: 1_000 }));

  afterAll(() => stack.stop());

  const newNumber = async () => {
    lastNumber += 1;
    const number = await stack.putNumber(`4930300${String(lastNumber).padStart(6, '0')}`, {
      coexistence: true,
    });
    return { number, channelId: (lastChannel += 1) };
  };
  const connect = (channelId: number, number: ProviderNumber, more: { pin?: string } = {}) => {
    const { waba_id, phone_number_id, access_token: token } = number;
    const body = { channel_id: channelId, waba_id, phone_number_id, token, coexistence: true, ...more };
    return stack.bus.request(connectNumber, { body }, testContext());
  };
  const share = (number: ProviderNumber, body: object) =>
    stack.sandbox.call('POST', `/cloud/numbers/${number.digits}/sync`, body);
  const becomes = async (channelId: number, isIt: (sync: NumberSync) => boolean, what: string) =>
    until(
      () =>
        stack.bus
          .events(numberStatusChanged)
          .map(({ data }) => data)
          .find(({ channel_id, sync }) => channel_id === channelId && sync && isIt(sync))?.sync,
      { describe: `the sync to be ${what}`, timeoutMs: 40_000 },
    );
  const completes = (channelId: number) =>
    becomes(channelId, ({ status }) => status === 'completed', 'completed');
  const requestsOf = ({ digits }: ProviderNumber) =>
    stack.sandbox.rows(
      `SELECT contacts_requested_at IS NOT NULL AS contacts, history_requested_at IS NOT NULL AS history,
         contacts_requested_at < history_requested_at AS is_in_order
       FROM sandbox.cloud_numbers WHERE digits = $1`,
      [digits],
    );
  const asked = (number: ProviderNumber) =>
    until(async () => ((await requestsOf(number))[0] as { history: boolean }).history, {
      describe: 'the history to be asked for',
    });
  const threadOf = (phone: string, count: number) => ({
    phone,
    messages: Array.from({ length: count }, (_, index) => ({
      from_me: index % 2 === 0,
      text: `${phone} ${index}`,
      sent_at: ago(HOUR_MS + index * 60_000),
    })),
  });
  const messagesOf = (channelId: number) =>
    imported.filter(({ channel_id }) => channel_id === channelId).flatMap(({ messages }) => messages);
  const callback = (number: ProviderNumber, field: string, members: object) => {
    const { waba_id: id, phone_number_id, digits } = number;
    const metadata = { display_phone_number: digits, phone_number_id };
    const value = { messaging_product: 'whatsapp', metadata, ...members };
    return stack.post(JSON.stringify({ entry: [{ id, changes: [{ field, value }] }] }));
  };

  it('is asked once for its contacts and then for its history, also when it is renewed', async () => {
    const { number, channelId } = await newNumber();
    await stack.deliver({ hold: true });
    const { sync } = await connect(channelId, number);
    expect(sync).toMatchObject({ status: 'requested', progress: 0, completed_at: null, error: null });
    await asked(number);
    expect(await requestsOf(number)).toEqual([{ contacts: true, history: true, is_in_order: true }]);
    const renewed = await connect(channelId, number);
    expect(renewed.sync).toEqual(sync);
    expect(await jobs('request-sync', channelId)).toBe(1);
  });

  const jobs = async (type: string, channelId: number) => {
    const rows = await stack.query<{ count: number }>(
      `SELECT count(*)::int AS count FROM cloud_connector.jobs
       WHERE type = $1 AND (data IS NULL OR (data::jsonb->>'channelId')::int = $2) AND created_at >= (
         SELECT created_at FROM cloud_connector.numbers WHERE channel_id = $2)`,
      [type, channelId],
    );
    return rows[0]!.count;
  };

  it('never needs a PIN, and none that is given is kept', async () => {
    const { number, channelId } = await newNumber();
    await connect(channelId, number, { pin: '123456' });
    const rows = (await stack.sandbox.rows('SELECT pin FROM sandbox.cloud_numbers WHERE digits = $1', [
      number.digits,
    ])) as { pin: string | null }[];
    expect(rows).toEqual([{ pin: null }]);
  });

  it('has what it shares handed on whole, though it comes shuffled and twice', async () => {
    const { number, channelId } = await newNumber();
    await stack.deliver({ hold: true, shuffle: true, duplicate: true, batch: 3 });
    const phones = ['4915100000701', '4915100000702', '4915100000703'];
    const contacts = phones.map((phone) => ({ phone, name: `Ana ${phone}` }));
    await share(number, { contacts, threads: phones.map((phone) => threadOf(phone, 700)) });
    await connect(channelId, number);
    await asked(number);
    await stack.deliver({ hold: false });
    const distinct = () => new Set(messagesOf(channelId).map(({ chat_message_id }) => chat_message_id)).size;
    await until(() => distinct() === 2_100, { describe: 'all messages', timeoutMs: 40_000 });
    // Shuffled as they come, the last contacts may follow the last message.
    const isWhole = ({ status, contacts_at }: NumberSync) => status === 'completed' && contacts_at !== null;
    const sync = await becomes(channelId, isWhole, 'completed, with contacts');
    expect(sync).toMatchObject({ progress: 100, error: null });
    expect(sync.completed_at).not.toBeNull();

    const one = messagesOf(channelId).find(
      ({ content }) => content.type === 'text' && content.text === `${phones[0]} 3`,
    );
    expect(one).toMatchObject({ direction: 'inbound', phone: phones[0], status: 'read' });
    expect(Math.max(...imported.map((part) => part.messages.length))).toBeLessThanOrEqual(100);
    const said = stack.bus
      .events(appContactsChanged)
      .filter(({ data }) => data.channel_id === channelId)
      .flatMap(({ data }) => data.contacts);
    expect(new Set(said.map(({ phone, full_name }) => `${phone} ${full_name}`))).toEqual(
      new Set(contacts.map(({ phone, name }) => `${phone} ${name}`)),
    );
    const shown = stack.bus.events(numberStatusChanged).filter(({ data }) => data.channel_id === channelId);
    expect(shown.length).toBeLessThan(110);
    expect(stack.bus.events(cloudMessageReceived)).toEqual([]);
  }, 60_000);

  it('loses nothing while messaging is away', async () => {
    const { number, channelId } = await newNumber();
    messaging.unsubscribe();
    await share(number, { threads: [threadOf(CUSTOMER, 30)] });
    await connect(channelId, number);
    const isTried = async () =>
      (
        await stack.query(
          `SELECT FROM cloud_connector.jobs WHERE type = 'import-history' AND reason IS NOT NULL`,
        )
      ).length > 0;
    await until(isTried, { describe: 'a part to be tried' });
    expect(imported).toEqual([]);
    await connectMessaging();
    await stack.query(
      `UPDATE cloud_connector.jobs SET due_at = now() WHERE type = 'import-history' AND state = 'waiting'`,
    );
    await completes(channelId);
    expect(messagesOf(channelId)).toHaveLength(30);
  });

  it('takes a request for done of which the answer was lost', async () => {
    const { number, channelId } = await newNumber();
    await connect(channelId, number);
    await asked(number);
    const isDone = async () =>
      (await stack.query(`SELECT FROM cloud_connector.jobs WHERE type = 'request-sync' AND state <> 'done'`))
        .length === 0;
    await until(isDone, { describe: 'the requests to be done' });
    const [row] = await stack.query<{ beganat: string }>(
      `SELECT sync->>'beganAt' AS beganat FROM cloud_connector.numbers WHERE channel_id = $1`,
      [channelId],
    );
    // As if the process had died before it could write down that it was done.
    await stack.query(
      `UPDATE cloud_connector.jobs SET state = 'waiting', due_at = now(), data = $1
       WHERE id = (SELECT max(id) FROM cloud_connector.jobs WHERE type = 'request-sync')`,
      [JSON.stringify({ channelId, beganAt: row!.beganat, kind: 'smb_app_state_sync' })],
    );
    await until(isDone, { describe: 'the requests to be done again' });
    await share(number, { threads: [threadOf(CUSTOMER, 3)] });
    await until(() => messagesOf(channelId).length === 3, { describe: 'the history' });
    const syncs = stack.bus.events(numberStatusChanged).filter(({ data }) => data.channel_id === channelId);
    expect(syncs.map(({ data }) => data.sync!.error).filter((error) => error !== null)).toEqual([]);
  });

  it('says why the provider does not share, and shares after another onboarding', async () => {
    const { number, channelId } = await newNumber();
    const age = (hours: number) =>
      stack.sandbox.query(
        `UPDATE sandbox.cloud_numbers SET onboarded_at = now() - $2 * interval '1 hour' WHERE digits = $1`,
        [number.digits, hours],
      );
    await age(25);
    await connect(channelId, number);
    const refused = await becomes(channelId, ({ status }) => status === 'failed', 'failed');
    expect(refused.error).toMatch(/24 hours/);
    await age(0);
    expect((await connect(channelId, number)).sync).toMatchObject({ status: 'requested', error: null });
    await share(number, { threads: [threadOf(CUSTOMER, 1)] });
    await completes(channelId);
  });

  it('says that the business does not share its history', async () => {
    const { number, channelId } = await newNumber();
    await share(number, { history_declined: true });
    await connect(channelId, number);
    await becomes(channelId, ({ status }) => status === 'declined', 'declined');
  });

  it('has failed when the day is over and not everything came, and goes on when it comes after all', async () => {
    const { number, channelId } = await newNumber();
    await stack.deliver({ hold: true });
    await share(number, { threads: [threadOf(CUSTOMER, 2)] });
    await connect(channelId, number);
    await asked(number);
    await stack.query(
      `UPDATE cloud_connector.jobs SET due_at = now()
       WHERE type = 'end-sync' AND (data::jsonb->>'channelId')::int = $1`,
      [channelId],
    );
    const failed = await becomes(channelId, ({ status }) => status === 'failed', 'failed');
    expect(failed.error).toMatch(/24 hours/);
    await stack.deliver({ hold: false });
    await completes(channelId);
    expect(messagesOf(channelId)).toHaveLength(2);
  });

  it('has its media copied where a message waits for it, and only there', async () => {
    const { number, channelId } = await newNumber();
    await connect(channelId, number);
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
    importPart = (part) => {
      imported.push(part);
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
    expect(messagesOf(channelId)).toMatchObject([
      { direction: 'outbound', phone: CUSTOMER },
      { direction: 'outbound', phone: CUSTOMER },
    ]);
    expect(await jobs('copy-inbound-media', channelId)).toBe(1);
  });

  it('tells what is written in the app, once, and that nobody wrote', async () => {
    const { number, channelId } = await newNumber();
    await connect(channelId, number);
    await stack.deliver({ duplicate: true });
    await share(number, { echoes: [{ phone: CUSTOMER, text: 'From the app', sent_at: ago(1_000) }] });
    await share(number, { echoes: [{ phone: CUSTOMER, text: 'And again', sent_at: ago(500) }] });
    const of = () => stack.bus.events(cloudMessageEchoed).filter(({ data }) => data.channel_id === channelId);
    await until(() => of().length >= 2, { describe: 'both echoes' });
    const texts = of().map(({ data }) => data.content.type === 'text' && data.content.text);
    expect(texts.toSorted()).toEqual(['And again', 'From the app']);
    expect(of()[0]!.data).toMatchObject({ to: CUSTOMER });
    expect(stack.bus.events(cloudMessageReceived)).toEqual([]);
  });

  it.each([
    ['holds it back', 131016, { code: 'capability_error', reason: 'sync_in_progress', retryable: true }],
    ['refuses the message', 131009, { code: 'validation_error' }],
  ])('says while it syncs, and only then, when the provider %s', async (_, code, whileSyncing) => {
    const { number, channelId } = await newNumber();
    await stack.deliver({ hold: true });
    await share(number, { threads: [threadOf(CUSTOMER, 1)] });
    await connect(channelId, number);
    await asked(number);
    const send = async () => {
      const body = newSend({ channel_id: channelId, to: CUSTOMER, deadline: Date.now() + 3_000 });
      await stack.phones.setFault({ match: { reference: String(body.message_id) }, mode: 'error', code });
      return refusal(stack.bus.request(sendThroughCloud, { body }));
    };
    expect(await send()).toMatchObject({ ...whileSyncing, provider: { code: String(code) } });
    await stack.deliver({ hold: false });
    await completes(channelId);
    expect((await send()).reason).not.toBe('sync_in_progress');
  });

  it('leaves nothing to hand on when its channel is deleted', async () => {
    const { number, channelId } = await newNumber();
    messaging.unsubscribe();
    await connect(channelId, number);
    await share(number, { threads: [threadOf(CUSTOMER, 5)] });
    const waiting = async () =>
      (
        await stack.query(
          `SELECT FROM cloud_connector.jobs
         WHERE type = 'import-history' AND state = 'waiting' AND (data::jsonb->>'channelId')::int = $1`,
          [channelId],
        )
      ).length;
    await until(async () => (await waiting()) > 0, { describe: 'a part to wait' });
    await stack.bus.request(releaseNumber, { body: { channel_id: channelId } });
    await connectMessaging();
    await stack.query(
      `UPDATE cloud_connector.jobs SET due_at = now() WHERE state = 'waiting' AND type = 'import-history'`,
    );
    await until(async () => (await waiting()) === 0, { describe: 'no part to wait' });
    expect(imported).toEqual([]);
  });
});
