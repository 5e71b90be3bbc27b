import { toDataURL } from 'qrcode';
import { toQrText } from '@chat/device-network';
import { until } from '@chat/test-kit';
import type { TestEngine } from '../testing/test-engine';
import { TestSandbox } from '../testing/test-sandbox';

const BUSINESS = '4915100000001';
const CUSTOMER = '4915100000002';

let sandbox: TestSandbox;
let credentials: string;
let engine: TestEngine;
let lastReference = 0;

beforeAll(async () => {
  sandbox = await TestSandbox.start();
  credentials = await sandbox.link(BUSINESS);
});

beforeEach(async () => {
  engine = await sandbox.logIn(credentials);
});

afterEach(() => engine.vanish());

afterAll(() => sandbox.stop());

async function messagesOf(digits: string, id: unknown): Promise<object[]> {
  const { body } = await sandbox.call('GET', `/phones/${digits}/messages`);
  return (body.messages as { chat_message_id: string }[]).filter(
    ({ chat_message_id }) => chat_message_id === id,
  );
}

/** Sends a text. @returns the code of the refusal; null when it is accepted. */
async function send(id: string, to: string, text = 'hello'): Promise<number | null> {
  lastReference += 1;
  engine.say({ type: 'send', id, reference: String(lastReference), to, text });
  const answer = await engine.nextOf(
    (message) => (message.type === 'ack' || message.type === 'nack') && message.id === id,
    `the answer to ${id}`,
  );
  return answer.type === 'nack' ? answer.code : null;
}

describe('a phone that demands a passkey', () => {
  const phone = '4915100000010';

  it('is not linked, neither by QR code nor by pairing code', async () => {
    await sandbox.call('PUT', `/phones/${phone}`, { passkey: true });
    for (const isScanned of [true, false]) {
      const waiting = await sandbox.connect(null);
      const { ref } = await waiting.next('qr');
      waiting.say({ type: 'request_pairing_code', phone });
      const { code } = await waiting.next('pairing_code');
      const shown = isScanned ? { qr: await toDataURL(toQrText(ref)) } : { pairing_code: code };
      expect((await sandbox.call('POST', `/phones/${phone}/link`, shown)).status).toBe(409);
      await waiting.next('passkey_required');
      expect(await waiting.closed()).toBe(428);
      expect(waiting.heard).toEqual([]);
    }
    await sandbox.call('PUT', `/phones/${phone}`, { passkey: false });
    await sandbox.link(phone);
  });
});

describe('a phone that may not start new chats', () => {
  const restrict = (until: string | null) =>
    sandbox.call('PUT', `/phones/${BUSINESS}`, { restricted_until: until });

  afterEach(() => restrict(null));

  it('can write to those who wrote to it, and to nobody else', async () => {
    await sandbox.call('POST', '/phones/4915100000020/messages', { to: BUSINESS, text: 'hi' });
    await restrict('further_notice');
    expect(await send('R1', '4915100000020')).toBeNull();
    expect(await send('R2', '4915100000021')).toBe(463);
    await restrict(null);
    expect(await send('R3', '4915100000021')).toBeNull();
  });

  it('tells its devices at once, at each login, and when it is lifted', async () => {
    const until = new Date(Date.now() + 3_600_000);
    const { body } = await restrict(until.toISOString());
    expect(body).toMatchObject({ phone: { restricted_until: until.toISOString().replace('Z', '+00:00') } });
    expect(await engine.next('restricted')).toEqual({ type: 'restricted', until_ms: until.getTime() });

    await sandbox.restart();
    engine = await sandbox.logIn(credentials);
    expect(await engine.next('restricted')).toEqual({ type: 'restricted', until_ms: until.getTime() });
    await restrict('further_notice');
    expect(await engine.next('restricted')).toEqual({ type: 'restricted', until_ms: null });
    await restrict(null);
    expect(await engine.next('restricted')).toEqual({ type: 'restricted', until_ms: null, lifted: true });
  });

  it('may again once the time has come', async () => {
    await restrict(new Date(Date.now() + 300).toISOString());
    await until(async () => (await send(`R4`, '4915100000022')) === null, { describe: 'the end' });
    const { body } = await sandbox.call('PUT', `/phones/${BUSINESS}`, {});
    expect(body).toMatchObject({ phone: { restricted_until: null } });
  });

  it('is refused a time that is none', async () => {
    expect((await restrict('next tuesday')).status).toBe(422);
  });
});

describe('an app that cannot react', () => {
  it('writes no reactions', async () => {
    const phone = '4915100000025';
    const react = async () =>
      (
        await sandbox.call('POST', `/phones/${phone}/messages`, {
          to: BUSINESS,
          type: 'reaction',
          reaction: { message_id: 'X', emoji: '👍' },
        })
      ).status;
    await sandbox.call('PUT', `/phones/${phone}`, { can_react: false });
    expect(await react()).toBe(409);
    await sandbox.call('PUT', `/phones/${phone}`, { can_react: true });
    expect(await react()).toBe(201);
  });
});

describe('what the owner writes on the phone', () => {
  const echo = (message: object) => sandbox.call('POST', `/phones/${BUSINESS}/echoes`, message);

  it('is echoed to all linked devices, with its media, and reaches the person', async () => {
    const second = await sandbox.logIn(await sandbox.link(BUSINESS));
    const picture = Buffer.from('a picture');
    const { status, body } = await echo({
      to: CUSTOMER,
      type: 'image',
      caption: 'see',
      media: `data:image/png;base64,${picture.toString('base64')}`,
      sent_at: '2026-01-02T03:04:05Z',
    });
    expect(status).toBe(201);
    for (const device of [engine, second]) {
      expect(await device.next('echo')).toMatchObject({
        id: body.chat_message_id,
        to: CUSTOMER,
        text: null,
        other: { type: 'image', caption: 'see', media: { size: picture.length } },
        sent_at_ms: Date.UTC(2026, 0, 2, 3, 4, 5),
      });
    }
    expect(await messagesOf(CUSTOMER, body.chat_message_id)).toMatchObject([
      { from: BUSINESS, caption: 'see', type: 'image' },
    ]);
    expect(
      await sandbox.rows('SELECT FROM sandbox.messages WHERE reference IS NULL AND chat_message_id = $1', [
        body.chat_message_id,
      ]),
    ).toHaveLength(1);
    second.vanish();
  });

  it('is echoed again at the next login until the device has it', async () => {
    const { body } = await echo({ to: CUSTOMER, text: 'once more' });
    const is = (message: { type: string; id?: string }) =>
      message.type === 'echo' && message.id === body.chat_message_id;
    await engine.nextOf(is, 'the echo');
    engine.vanish();
    engine = await sandbox.logIn(credentials);
    expect(await engine.nextOf(is, 'the echo')).toMatchObject({ text: 'once more' });
  });

  it('names a person who hides the number by the user id', async () => {
    const hidden = '4915100000030';
    await sandbox.call('PUT', `/phones/${hidden}`, { hidden: true });
    const { body } = await echo({ to: hidden, text: 'secretly' });
    const echoed = await engine.nextOf(
      (message) => message.type === 'echo' && message.id === body.chat_message_id,
      'the echo',
    );
    expect(echoed).toMatchObject({ to: null, to_id: expect.stringMatching(/^\d+@lid$/) as string });
    expect(await messagesOf(hidden, body.chat_message_id)).toMatchObject([{ text: 'secretly' }]);
  });

  it('is delivered as a message to a recipient with linked devices', async () => {
    const other = '4915100000031';
    const otherEngine = await sandbox.logIn(await sandbox.link(other));
    await echo({ to: other, text: 'colleague' });
    expect(await otherEngine.next('message')).toMatchObject({ from: BUSINESS, text: 'colleague' });
    otherEngine.vanish();
  });

  it('is refused where no device is linked, and then not kept, even if the recipient has devices', async () => {
    for (const to of [CUSTOMER, BUSINESS]) {
      const answer = await sandbox.call('POST', '/phones/4915100000032/echoes', { to, text: 'unheard' });
      expect(answer.status).toBe(409);
    }
    expect(await sandbox.rows(`SELECT FROM sandbox.messages WHERE text = 'unheard'`)).toEqual([]);
  });

  it('is echoed to the other devices also if it was written on one of them', async () => {
    const second = await sandbox.logIn(await sandbox.link(BUSINESS));
    expect(await send('E1', CUSTOMER, 'from the first')).toBeNull();
    const echoed = await second.nextOf(
      (message) => message.type === 'echo' && message.id === 'E1',
      'the echo on the second device',
    );
    expect(echoed).toMatchObject({ to: CUSTOMER, text: 'from the first' });
    expect(engine.heard.filter((message) => message.type === 'echo' && message.id === 'E1')).toEqual([]);
    second.vanish();
  });
});

describe('a message that the phone could not read', () => {
  it('is asked for again, and shows what came then, as the same message', async () => {
    await send('U1', CUSTOMER, 'the content');
    expect((await sandbox.call('POST', `/phones/${CUSTOMER}/messages/U1/retry`)).status).toBe(200);
    expect(await messagesOf(CUSTOMER, 'U1')).toMatchObject([{ text: null, readable: false, resent: 0 }]);
    const { delivery, ...retry } = await engine.next('retry');
    expect(retry).toEqual({ type: 'retry', id: 'U1' });
    engine.say({ type: 'received', deliveries: [delivery] });

    engine.say({ type: 'resend', id: 'U1', to: CUSTOMER, text: 'the content again' });
    await until(
      async () =>
        (await messagesOf(CUSTOMER, 'U1')).some((message) => 'resent' in message && message.resent === 1),
      {
        describe: 'the content',
      },
    );
    expect(await messagesOf(CUSTOMER, 'U1')).toMatchObject([{ text: 'the content again', readable: true }]);
    expect(await sandbox.sends(String(lastReference))).toMatchObject([
      { chat_message_id: 'U1', text: 'the content' },
    ]);
  });

  it('is asked for again at the next login until a device has heard', async () => {
    await send('U2', CUSTOMER);
    engine.vanish();
    await sandbox.call('POST', `/phones/${CUSTOMER}/messages/U2/retry`);
    await sandbox.restart();
    engine = await sandbox.logIn(credentials);
    expect(await engine.next('retry')).toMatchObject({ id: 'U2' });
    expect(await messagesOf(CUSTOMER, 'U2')).toMatchObject([{ readable: false }]);
  });

  it('must be one that a linked device sent to this phone', async () => {
    const { body } = await sandbox.call('POST', `/phones/${CUSTOMER}/messages`, { to: BUSINESS, text: 'hi' });
    const retry = async (phone: string, id: string) =>
      (await sandbox.call('POST', `/phones/${phone}/messages/${id}/retry`)).status;
    expect(await retry(BUSINESS, String(body.chat_message_id))).toBe(404);
    expect(await retry('4915100000040', 'U1')).toBe(404);
  });
});

describe('reading', () => {
  it('with ids concerns exactly these messages', async () => {
    const ids: string[] = [];
    for (const text of ['one', 'two', 'three']) {
      const { body } = await sandbox.call('POST', `/phones/${CUSTOMER}/messages`, { to: BUSINESS, text });
      ids.push(String(body.chat_message_id));
    }
    const read = async () =>
      Promise.all(
        ids.map(async (id) =>
          (await messagesOf(BUSINESS, id)).every(
            (message) => 'read_at' in message && message.read_at !== null,
          ),
        ),
      );
    engine.say({ type: 'read', id: ids[2]!, ids: [ids[0]!, ids[2]!] });
    expect(await engine.next('read_ack')).toMatchObject({ id: ids[2] });
    expect(await read()).toEqual([true, false, true]);
    engine.say({ type: 'read', id: ids[1]! });
    await engine.next('read_ack');
    expect(await read()).toEqual([true, true, true]);
  });
});
