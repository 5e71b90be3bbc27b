import { createHash, randomBytes } from 'node:crypto';
import { buffer } from 'node:stream/consumers';
import { FilesystemBlobStore } from '@chat/media';
import {
  cloudMediaSettled,
  cloudMessageReceipts,
  cloudMessageReceived,
  marketingPreferenceChanged,
  sendThroughCloud,
} from '@chat/contracts/cloud-connector';
import type { InboundData, MessageContent, Receipt } from '@chat/contracts/connector';
import { until } from '@chat/test-kit';
import {
  BUSINESS,
  CUSTOMER,
  messagesCallback,
  newSend,
  sign,
  startCloudConnector,
  type CloudConnectorUnderTest,
  type ProviderNumber,
} from '../testing/cloud-connector-under-test';

describe('the callback server', () => {
  let stack: CloudConnectorUnderTest;
  let number: ProviderNumber;
  let messages = 0;

  beforeAll(async () => {
    stack = await startCloudConnector({ SANDBOX_PAIR_BURST: '0' }, { PROVIDER_PAIR_BURST: '0' });
    number = await stack.putNumber(BUSINESS);
    await stack.connect(7, number);
    await stack.phones.setPhone(CUSTOMER, { name: 'Ana' });
  });

  afterAll(() => stack.stop());

  const newText = (body: string) => {
    messages += 1;
    const id = `wamid.own-${messages}`;
    return { from: CUSTOMER, id, timestamp: '1700000000', type: 'text', text: { body } };
  };
  const callback = (...items: object[]) => JSON.stringify(messagesCallback(number, { messages: items }));
  const heard = () => stack.bus.events(cloudMessageReceived).map(({ data }) => textOf(data));
  const received = (text: string) =>
    stack.bus.nextEvent(cloudMessageReceived, ({ data }) => textOf(data) === text);
  /** Waits until every callback posted so far is processed. */
  const untilProcessed = async () => {
    const marker = `marker ${randomBytes(4).toString('hex')}`;
    await stack.postMessages(number, [newText(marker)]);
    await received(marker);
  };
  const countRows = async () =>
    (await stack.query<{ count: number }>('SELECT count(*)::int AS count FROM cloud_connector.received'))[0]!
      .count;

  it.each([
    ['the right token', 'subscribe', 'sandbox-verify-token', 200, '1158201444'],
    ['a wrong token', 'subscribe', 'wrong', 403, null],
    ['another mode', 'unsubscribe', 'sandbox-verify-token', 403, null],
  ])('answers a verification with %s', async (_, mode, token, status, body) => {
    const query = `hub.mode=${mode}&hub.challenge=1158201444&hub.verify_token=${token}`;
    const response = await fetch(`${stack.callbackUrl}?${query}`);
    expect(response.status).toBe(status);
    expect(response.headers.get('content-type')).toMatch(/^text\/plain/);
    expect(response.headers.get('x-content-type-options')).toBe('nosniff');
    if (body !== null) expect(await response.text()).toBe(body);
  });

  it('verifies the signature over the bytes as the provider escapes them', async () => {
    const body = callback(newText('Grüße 👋 a/b'))
      .replaceAll('/', '\\/')
      .replaceAll(/[^\0-\x7f]/g, toEscape);
    expect(await stack.post(body)).toBe(200);
    await received('Grüße 👋 a/b');
  });

  it.each([
    ['a wrong signature', (body: string) => stack.post(body, sign(`${body} `)), 403],
    ['the signature of another secret', (body: string) => stack.post(body, sign(body, 'other')), 403],
    ['no signature', (body: string) => stack.post(body, ''), 403],
    ['a malformed signature', (body: string) => stack.post(body, 'sha256=zz'), 403],
    ['5 MB', (body: string) => stack.post(`${body}${' '.repeat(5_000_000)}`), 413],
  ])('ignores a callback with %s', async (name, post, status) => {
    const before = await countRows();
    expect(await post(callback(newText(`forged: ${name}`)))).toBe(status);
    await untilProcessed();
    expect(heard()).not.toContain(`forged: ${name}`);
    expect(await countRows()).toBe(before + 1);
  });

  it.each([
    ['a number of another installation', { phone_number_id: '999' }],
    ['one of our numbers, but another account than its own', { waba_id: '999' }],
  ])('ignores a callback for %s', async (name, foreign) => {
    const body = JSON.stringify(messagesCallback({ ...number, ...foreign }, { messages: [newText(name)] }));
    expect(await stack.post(body)).toBe(200);
    await untilProcessed();
    expect(heard()).not.toContain(name);
  });

  it.each([
    ['no JSON', () => 'nothing'],
    ['no object', () => '[]'],
    [
      'entries of other kinds',
      () => '{"entry":[null,1,{"changes":[null,{"field":1},{"field":"messages","value":1}]}]}',
    ],
    ['a message without any members', () => callback({})],
    ['hostile members', () => callback({ ...newText('x'), type: '__proto__', id: 'a'.repeat(10_000) })],
    ['a NUL', () => callback(newText('NUL \0'))],
  ])('keeps working after a callback with %s', async (_, body) => {
    expect(await stack.post(body())).toBe(200);
    await untilProcessed();
    expect(await stack.query('SELECT FROM cloud_connector.callbacks')).toEqual([]);
  });

  it('fires one event per message, however often its callback is replayed', async () => {
    const body = callback(newText('replayed'));
    for (let times = 0; times < 3; times += 1) expect(await stack.post(body)).toBe(200);
    await untilProcessed();
    expect(heard().filter((text) => text === 'replayed')).toHaveLength(1);
  });

  it('keeps acknowledged callbacks while they cannot be processed, and catches up', async () => {
    await stack.query('ALTER TABLE cloud_connector.received RENAME TO unreachable');
    expect(await stack.post(callback(newText('kept')))).toBe(200);
    const isSetAside = async () =>
      (await stack.query(`SELECT FROM cloud_connector.jobs WHERE type = 'troublesome-callback'`)).length > 0;
    await until(isSetAside, { describe: 'the callback to be set aside' });
    await stack.query('ALTER TABLE cloud_connector.unreachable RENAME TO received');
    await stack.query(`UPDATE cloud_connector.jobs SET due_at = now() WHERE type = 'troublesome-callback'`);
    await received('kept');
  });

  it('keeps callbacks in order while Postgres has no disk space', async () => {
    await stack.query(`
      CREATE SEQUENCE cloud_connector.tries;
      CREATE FUNCTION cloud_connector.refuse() RETURNS trigger LANGUAGE plpgsql AS $$
        BEGIN
          PERFORM nextval('cloud_connector.tries');
          RAISE EXCEPTION 'no room' USING ERRCODE = 'disk_full';
        END $$;
      CREATE TRIGGER refuse BEFORE INSERT ON cloud_connector.received
        FOR EACH ROW EXECUTE FUNCTION cloud_connector.refuse()`);
    const setAside = () =>
      stack.query(`SELECT FROM cloud_connector.jobs WHERE type = 'troublesome-callback'`);
    const before = await setAside();
    const body = callback(newText('there is room again'));
    const isTriedAgain = async () => {
      // Each callback wakes the loop.
      expect(await stack.post(body)).toBe(200);
      const [row] = await stack.query<{ tries: number }>(
        'SELECT last_value::int AS tries FROM cloud_connector.tries',
      );
      return row!.tries >= 3;
    };
    await until(isTriedAgain, { describe: 'three tries' });
    expect(await setAside()).toHaveLength(before.length);
    await stack.query('DROP TRIGGER refuse ON cloud_connector.received');
    await received('there is room again');
  });

  it('turns 10,000 statuses in shuffled, duplicated batches into the right receipts, each once', async () => {
    const sends = Array.from({ length: 2_500 }, (_, index) => 5_000_000 + index);
    await stack.query(
      `INSERT INTO cloud_connector.sends (account_id, message_id, channel_id, state, chat_message_id)
       SELECT 1, id, 7, 'accepted', 'wamid.' || id FROM unnest($1::bigint[]) AS id`,
      [sends],
    );
    const statuses = sends.flatMap((id) => {
      const last = id % 10 === 0 ? ['sent', 'failed'] : ['sent', 'delivered', 'read'];
      return last.map((status) => ({
        id: `wamid.${id}`,
        status,
        timestamp: '1700000000',
        recipient_id: CUSTOMER,
        biz_opaque_callback_data: String(id),
        ...(status === 'failed' && { errors: [{ code: 131026, title: 'Undeliverable' }] }),
      }));
    });
    const shuffled = shuffle([...statuses, ...statuses.slice(0, 10_000 - statuses.length)]);
    for (let start = 0; start < shuffled.length; start += 1_000) {
      const body = JSON.stringify(
        messagesCallback(number, { statuses: shuffled.slice(start, start + 1_000) }),
      );
      expect(await stack.post(body)).toBe(200);
    }
    const receipts = () =>
      stack.bus
        .events(cloudMessageReceipts)
        .flatMap(({ data }) => data.receipts)
        .filter(({ message_id }) => message_id >= 5_000_000);
    await until(() => receipts().length >= statuses.length, { describe: 'all receipts', timeoutMs: 40_000 });
    await untilProcessed();
    const told = receipts().map(({ message_id, level }) => `${message_id} ${level}`);
    expect(told.toSorted()).toEqual(
      statuses.map(({ biz_opaque_callback_data: id, status }) => `${id} ${status}`).toSorted(),
    );
  });

  it.each([
    ['in the status', { recipient_user_id: 'DE.17' }, [], 'DE.17'],
    ['among the contacts', {}, [{ wa_id: CUSTOMER, user_id: 'DE.18' }], 'DE.18'],
    ['nowhere', {}, [{ wa_id: '4915100000009', user_id: 'DE.19' }], undefined],
  ])(
    'reports the provider’s id of the receiver with a receipt, given %s',
    async (_, named, contacts, expected) => {
      const send = newSend();
      await stack.phones.write(CUSTOMER, { to: BUSINESS, text: 'opens the window' });
      await stack.deliver({ hold: true });
      const { chat_message_id: id } = await stack.bus.request(sendThroughCloud, { body: send });
      const status = {
        id,
        status: 'sent',
        timestamp: '1700000000',
        recipient_id: CUSTOMER,
        biz_opaque_callback_data: String(send.message_id),
        ...named,
      };
      await stack.post(JSON.stringify(messagesCallback(number, { contacts, statuses: [status] })));
      const isIt = ({ message_id }: Receipt) => message_id === send.message_id;
      const { data } = await stack.bus.nextEvent(cloudMessageReceipts, (event) =>
        event.data.receipts.some(isIt),
      );
      await stack.deliver({ hold: false });
      expect(data.receipts.find(isIt)!.provider_user_id).toBe(expected);
    },
  );

  it('reports marketing preferences', async () => {
    await stack.phones.write(CUSTOMER, { to: BUSINESS, text: 'Hi' });
    await stack.phones.setPhone(CUSTOMER, { marketing: 'stop' });
    const { data } = await stack.bus.nextEvent(marketingPreferenceChanged, (event) => event.data.opted_out);
    expect(data).toMatchObject({ channel_id: 7, phone: CUSTOMER });
    await stack.phones.setPhone(CUSTOMER, { marketing: 'on' });
    await stack.bus.nextEvent(marketingPreferenceChanged, (event) => !event.data.opted_out);
  });

  it.each([
    ['what a message replies to', { id: 'wamid.asked' }, { id: 'wamid.asked' }],
    ['that a message is forwarded', { forwarded: true }, { forwarded: true }],
    ['no context that is too long', { id: 'x'.repeat(3_000) }, undefined],
    ['no context of another shape', 'wamid.asked', undefined],
  ])('passes on %s', async (what, context, expected) => {
    const contacts = [{ profile: { username: '@ana.b' }, wa_id: CUSTOMER }];
    const messages = [{ ...newText(what), context, referral: { ctwa_clid: what } }];
    await stack.post(JSON.stringify(messagesCallback(number, { contacts, messages })));
    const { data } = await received(what);
    expect(data.context).toEqual(expected);
    expect(data).toMatchObject({ username: '@ana.b', referral: { ctwa_clid: what } });
  });

  describe('imports', () => {
    const bytes = randomBytes(50_000);
    const sha256 = createHash('sha256').update(bytes).digest('hex');
    const media = (type: string) => `data:${type};base64,${bytes.toString('base64')}`;
    const place = { latitude: 52.5, longitude: 13.4, name: 'Gate', address: 'Paris Square' };
    const card = { name: { formatted_name: 'Bo' }, phones: [{ phone: '+49 1', type: 'HOME' }] };
    const choice = { type: 'list_reply', list_reply: { id: 'soup', title: 'Soup', description: 'Hot' } };
    const order = { catalog_id: '7', product_items: [{ product_retailer_id: 'a', quantity: 1 }] };
    const plain: [string, object, Partial<MessageContent>][] = [
      ['text', { text: 'Hi' }, { type: 'text', text: 'Hi' }],
      ['location', { type: 'location', location: place }, { type: 'location', location: place }],
      ['contacts', { type: 'contacts', contacts: [card] }, { type: 'contacts', contacts: [card] }],
      [
        'a removed reaction',
        { type: 'reaction', reaction: { message_id: 'wamid.x', emoji: '' } },
        { type: 'reaction', reaction: { message_id: 'wamid.x', emoji: null } },
      ],
      [
        'a choice from a list',
        { type: 'interactive', interactive: choice },
        { type: 'interactive', text: 'Soup', interactive: choice },
      ],
      [
        'a reply to a template',
        { type: 'button', button: { payload: 'YES', text: 'Yes' } },
        {
          type: 'interactive',
          text: 'Yes',
          interactive: { type: 'button', button: { payload: 'YES', text: 'Yes' } },
        },
      ],
      [
        'an order',
        { type: 'order', order, text: 'Please' },
        { type: 'order', text: 'Please', order: { ...order, text: 'Please' } },
      ],
      [
        'a system message',
        { type: 'system', system: { body: 'x', type: 'user_changed_number' } },
        { type: 'system', text: 'x', system: { body: 'x', type: 'user_changed_number' } },
      ],
      ['an opened chat', { type: 'request_welcome' }, { type: 'unsupported' }],
    ];
    const write = async (message: object): Promise<InboundData> => {
      const id = await stack.phones.write(CUSTOMER, { to: BUSINESS, ...message });
      return (await stack.bus.nextEvent(cloudMessageReceived, ({ data }) => data.chat_message_id === id))
        .data;
    };

    it.each(plain)('%s unchanged', async (_, written, content) => {
      const data = await write(written);
      // The text comes from the provider, not from the person.
      expect(data.is_notice).toBe(/^(system|unsupported)$/.test(content.type ?? '') || undefined);
      expect(data).toMatchObject({ channel_id: 7, from: CUSTOMER });
      if (content.type === 'unsupported') expect(data.content).toMatchObject(content);
      else expect(data.content).toEqual(content);
    });

    it.each([
      ['image', 'image/png', { caption: 'See' }, { text: 'See' }],
      ['video', 'video/mp4', {}, { text: null }],
      ['document', 'application/pdf', { filename: 'a.pdf', caption: 'Bill' }, { text: 'Bill' }],
      ['audio', 'audio/ogg; codecs=opus', { ptt: true }, {}],
      ['sticker', 'image/webp', {}, {}],
    ])('%s byte for byte', async (type, mimeType, more, content) => {
      const data = await write({ type, media: media(mimeType.replaceAll(' ', '')), ...more });
      expect(data.content).toMatchObject({ type, ...content, media: { sha256, awaited: true } });
      const settled = await stack.bus.nextEvent(
        cloudMediaSettled,
        (event) => event.data.chat_message_id === data.chat_message_id,
      );
      const { media: reference, error } = settled.data;
      expect(error).toBeNull();
      expect(reference).toMatchObject({
        sha256,
        size: bytes.length,
        ptt: 'ptt' in more,
        filename: 'filename' in more ? more.filename : null,
      });
      const store = await FilesystemBlobStore.open(stack.blobFolder);
      expect(bytes.equals(await buffer((await store.read(reference.blob))!))).toBe(true);
    });
  });

  it('settles a send with an unknown outcome by its status', async () => {
    const send = newSend();
    await stack.phones.write(CUSTOMER, { to: BUSINESS, text: 'opens the window' });
    const match = { reference: String(send.message_id) };
    await stack.phones.setFault({ match, mode: 'accept_then_reset' });
    await stack.deliver({ hold: true });
    await expect(stack.bus.request(sendThroughCloud, { body: send })).rejects.toThrow();
    await stack.deliver({ hold: false });
    await until(
      async () =>
        (
          await stack.query('SELECT FROM cloud_connector.sends WHERE message_id = $1 AND state = $2', [
            send.message_id,
            'accepted',
          ])
        ).length === 1,
      { describe: 'the send to be known' },
    );
  });
});

function textOf({ content }: InboundData): string | null {
  return content.type === 'text' ? content.text : null;
}

function toEscape(character: string): string {
  return `\\u${character.charCodeAt(0).toString(16).padStart(4, '0')}`;
}

/** A shuffle that gives the same order in each run. */
function shuffle<T>(items: T[]): T[] {
  let seed = 7;
  const next = () => (seed = (seed * 16_807) % 2_147_483_647);
  return items
    .map((item) => [next(), item] as const)
    .toSorted(([a], [b]) => a - b)
    .map(([, item]) => item);
}
