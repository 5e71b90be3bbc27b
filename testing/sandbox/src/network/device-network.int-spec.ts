import { until } from '@chat/test-kit';
import { TestSandbox } from '../testing/test-sandbox';

const BUSINESS = '4915100000001';
const CUSTOMER = '4915100000002';

describe('the phones’ network', () => {
  let sandbox: TestSandbox;
  let credentials: string;

  beforeAll(async () => {
    sandbox = await TestSandbox.start();
    credentials = await sandbox.link(BUSINESS);
  });

  afterAll(() => sandbox.stop());

  it('links by a QR code, tells the engine to restart and recognizes it afterwards', async () => {
    const engine = await sandbox.connect(null);
    const { ref, lives_ms } = await engine.next('qr');
    expect(ref).not.toBe('');
    expect(lives_ms).toBe(60_000);
    engine.vanish();

    const again = await sandbox.connect(credentials);
    expect(await again.next('open')).toEqual({ type: 'open', phone_number: BUSINESS });
    again.vanish();
  });

  it('links by a pairing code, but only on the phone that it was made for', async () => {
    const engine = await sandbox.connect(null);
    await engine.next('qr');
    engine.say({ type: 'request_pairing_code', phone: '4915100000009' });
    const { code, lives_ms: livesMs } = await engine.next('pairing_code');
    expect(livesMs! > 0 && livesMs! <= 160_000).toBe(true);
    expect(code).toMatch(/^[0-9A-HJKMNP-TV-Z]{8}$/);
    const typed = { pairing_code: `${code.slice(0, 4)}-${code.slice(4).toLowerCase()}` };

    expect((await sandbox.call('POST', '/phones/4915100000008/link', typed)).status).toBe(409);
    expect((await sandbox.call('POST', '/phones/4915100000009/link', typed)).status).toBe(200);
    await engine.next('paired');
    expect(await engine.closed()).toBe(515);
    expect((await sandbox.call('POST', '/phones/4915100000009/link', typed)).status).toBe(409);
  });

  it('keeps one connection per device: a second login ends the first', async () => {
    const first = await sandbox.logIn(credentials);
    const second = await sandbox.logIn(credentials);
    expect(await first.closed()).toBe(440);
    second.vanish();
  });

  it('refuses unknown credentials', async () => {
    expect(await (await sandbox.connect('made up')).closed()).toBe(401);
  });

  it.each([
    ['is no JSON', '{'],
    ['is of no known type', '{"type":"qr"}'],
    ['is a second hello', '{"type":"hello","credentials":null}'],
  ])('ends a connection whose frame %s', async (_, frame) => {
    const engine = await sandbox.logIn(credentials);
    engine.sayRaw(frame);
    await engine.closed();
  });

  it('redelivers what the device did not confirm at its next login, and nothing else', async () => {
    // A phone that no other test leaves undelivered messages for.
    const phone = '4915100000005';
    const secret = await sandbox.link(phone);
    const engine = await sandbox.logIn(secret);
    await sandbox.call('POST', `/phones/${CUSTOMER}/messages`, { to: phone, text: 'one' });
    const unconfirmed = await engine.next('message');
    engine.vanish();
    await sandbox.call('POST', `/phones/${CUSTOMER}/messages`, { to: phone, text: 'two' });

    const again = await sandbox.logIn(secret);
    expect(await again.next('message')).toEqual(unconfirmed);
    const two = await again.next('message');
    expect(two).toMatchObject({ from: CUSTOMER, text: 'two' });
    const confirmed = [unconfirmed.delivery, two.delivery];
    again.say({ type: 'received', deliveries: confirmed });
    const left = () => sandbox.rows('SELECT FROM sandbox.deliveries WHERE id = ANY ($1)', [confirmed]);
    await until(async () => (await left()).length === 0, { describe: 'the confirmation to be written' });
    again.say({ type: 'send', id: 'A1', reference: '1', to: CUSTOMER, text: 'thanks' });
    await again.next('ack');
    again.vanish();

    const last = await sandbox.logIn(secret);
    await last.next('receipt');
    expect(last.heard).toEqual([]);
    last.vanish();
  });

  it('stores concurrent messages, each with the name of its phone, and refuses only those without a recipient', async () => {
    const phone = '4915100000006';
    const engine = await sandbox.logIn(await sandbox.link(phone));
    await sandbox.call('PUT', '/phones/4915100000010', { name: 'Anna' });
    const write = (from: string, to: string) =>
      sandbox.call('POST', `/phones/${from}/messages`, { to, text: `from ${from}` });
    const strangers = Array.from({ length: 30 }, (_, index) => String(4915100000020 + index));
    const answers = await Promise.all([
      ...['4915100000010', ...strangers].map((from) => write(from, phone)),
      write('4915100000010', '4915100000999'),
    ]);

    expect(answers.map(({ status }) => status)).toEqual([...Array<number>(31).fill(201), 409]);
    const heard = new Map<string | null, object>();
    while (heard.size < 31) {
      const { from, text, push_name } = await engine.next('message');
      heard.set(from, { text, push_name });
    }
    expect(heard.get('4915100000010')).toEqual({ text: 'from 4915100000010', push_name: 'Anna' });
    for (const from of strangers) expect(heard.get(from)).toEqual({ text: `from ${from}`, push_name: from });
    engine.vanish();
  });

  it('keeps the ledger and pending deliveries over a restart', async () => {
    const engine = await sandbox.logIn(credentials);
    engine.say({ type: 'send', id: 'B1', reference: '2', to: CUSTOMER, text: 'kept' });
    await engine.next('ack');
    await sandbox.restart();

    expect(await sandbox.sends('2')).toHaveLength(1);
    const again = await sandbox.logIn(credentials);
    await until(() => again.heard.some((message) => message.type === 'receipt' && message.id === 'B1'), {
      describe: 'the receipt from before the restart',
    });
    again.vanish();
  });

  it('delivers a message between two linked phones to both devices', async () => {
    const other = '4915100000003';
    const otherEngine = await sandbox.logIn(await sandbox.link(other));
    const engine = await sandbox.logIn(credentials);
    engine.say({ type: 'send', id: 'C1', reference: '3', to: other, text: 'hello, colleague' });
    expect(await otherEngine.next('message')).toMatchObject({ id: 'C1', from: BUSINESS });
    engine.vanish();
    otherEngine.vanish();
  });

  it('logs the device out when its owner removes it, and drops its pending deliveries', async () => {
    const digits = '4915100000004';
    const secret = await sandbox.link(digits);
    const engine = await sandbox.logIn(secret);
    expect((await sandbox.call('POST', `/phones/${digits}/unlink`)).body).toEqual({ unlinked: 1 });
    expect(await engine.closed()).toBe(401);
    expect(await (await sandbox.connect(secret)).closed()).toBe(401);
  });
});

describe('QR codes', () => {
  it('come one after the other, and the connection ends after the last', async () => {
    const sandbox = await TestSandbox.start({
      SANDBOX_QR_FIRST_MS: '90',
      SANDBOX_QR_NEXT_MS: '30',
      SANDBOX_QR_COUNT: '3',
    });
    const engine = await sandbox.connect(null);
    expect(await engine.closed()).toBe(408);
    expect(engine.heard.map((message) => message.type === 'qr' && message.lives_ms)).toEqual([90, 30, 30]);
    await sandbox.stop();
  });
});
