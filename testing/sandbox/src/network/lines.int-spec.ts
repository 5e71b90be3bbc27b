import { MEDIA_PATH } from '@chat/device-network';
import { toDataURL } from 'qrcode';
import { toQrText } from '@chat/device-network';
import { until } from '@chat/test-kit';
import { TestSandbox } from '../testing/test-sandbox';

const PHONE = '4915100000001';
const CUSTOMER = '4915100000002';
/** Longer than any test waits. */
const LONG_MS = 600_000;

let sandbox: TestSandbox;
let credentials: string;

beforeAll(async () => {
  sandbox = await TestSandbox.start();
  credentials = await sandbox.link(PHONE);
});

afterAll(() => sandbox.stop());

describe('a line that is down', () => {
  it('breaks the connections of the phone, and no device can log in until it is up again', async () => {
    const other = await sandbox.logIn(await sandbox.link('4915100000003'));
    const engine = await sandbox.logIn(credentials);
    const answer = await sandbox.call('POST', `/phones/${PHONE}/line`, { down_ms: LONG_MS });
    expect(answer.body).toEqual({ connections: 1 });
    expect(await engine.closed()).toBe(428);
    const refused = await sandbox.connect(credentials);
    expect(await refused.closed()).toBe(428);
    expect(refused.heard).toEqual([]);
    expect(other.closeCode).toBeNull();
    other.vanish();

    await sandbox.call('POST', `/phones/${PHONE}/line`, { down_ms: 0 });
    (await sandbox.logIn(credentials)).vanish();
  });
});

describe('a silent line', () => {
  const write = (text: string) => sandbox.call('POST', `/phones/${CUSTOMER}/messages`, { to: PHONE, text });

  it('stays open, but nothing comes through: no message, no answer, no pong', async () => {
    const engine = await sandbox.logIn(credentials);
    await sandbox.call('POST', `/phones/${PHONE}/line`, { silent_ms: LONG_MS });
    engine.ping();
    engine.say({ type: 'send', id: 'S1', reference: '1', to: CUSTOMER, text: 'into the silence' });
    await write('unheard');

    const again = await sandbox.logIn(credentials);
    expect(await again.next('message')).toMatchObject({ text: 'unheard' });
    expect(engine).toMatchObject({ heard: [], pongs: 0, closeCode: null });
    expect(await sandbox.sends('1')).toEqual([]);
    again.vanish();
    engine.vanish();
  });

  it('carries afterwards what has waited, in both directions', async () => {
    const phone = '4915100000004';
    const engine = await sandbox.logIn(await sandbox.link(phone));
    await sandbox.call('POST', `/phones/${phone}/line`, { silent_ms: 200 });
    engine.ping();
    engine.say({ type: 'send', id: 'S2', reference: '2', to: CUSTOMER, text: 'late' });
    await sandbox.call('POST', `/phones/${CUSTOMER}/messages`, { to: phone, text: 'late too' });
    expect(await engine.next('message')).toMatchObject({ text: 'late too' });
    expect(await engine.next('ack')).toMatchObject({ id: 'S2' });
    await until(() => engine.pongs === 1, { describe: 'the pong' });
    engine.vanish();
  });

  it.each([
    ['neither', {}],
    ['both', { down_ms: 1, silent_ms: 1 }],
  ])('is not ordered by %s', async (_, body) => {
    expect((await sandbox.call('POST', `/phones/${PHONE}/line`, body)).status).toBe(422);
  });
});

describe('a retired QR code', () => {
  it('is replaced at once, and links nobody', async () => {
    const engine = await sandbox.connect(null);
    const { ref: retired } = await engine.next('qr');
    expect((await sandbox.call('POST', '/codes/retire')).body).toEqual({ retired: 1 });
    const { ref } = await engine.next('qr');
    const scan = async (code: string) =>
      (await sandbox.call('POST', '/phones/4915100000005/link', { qr: await toDataURL(toQrText(code)) }))
        .status;
    expect(await scan(retired)).toBe(409);
    expect(await scan(ref)).toBe(200);
    await engine.next('paired');
  });
});

describe('media', () => {
  const BYTES = Buffer.from('a picture');
  const statusOf = async (ref: string) => (await fetch(`${sandbox.url}${MEDIA_PATH}/${ref}`)).status;

  it.each([
    ['expired', true],
    ['lost', false],
    ['gone', false],
  ] as const)('that is %s is no longer given out; the phone has it still: %s', async (state, isRenewable) => {
    const engine = await sandbox.logIn(credentials);
    const { body } = await sandbox.call('POST', `/phones/${CUSTOMER}/messages`, {
      to: PHONE,
      type: 'image',
      media: `data:image/png;base64,${BYTES.toString('base64')}`,
    });
    const message = await engine.nextOf(
      (heard) => heard.type === 'message' && heard.id === body.chat_message_id,
      'the picture',
    );
    const { ref } = (message as unknown as { other: { media: { ref: string } } }).other.media;
    expect(await statusOf(ref)).toBe(200);
    const path = `/phones/${CUSTOMER}/messages/${String(body.chat_message_id)}/media`;
    await sandbox.call('PUT', path, { state });
    expect(await statusOf(ref)).toBe(410);

    engine.say({ type: 'renew_media', id: 'R1', ref });
    const renewed = await engine.next('media_renewed');
    expect(renewed).toEqual({
      type: 'media_renewed',
      id: 'R1',
      ref: isRenewable ? (expect.any(String) as string) : null,
    });
    if (renewed.ref !== null) {
      const answer = await fetch(`${sandbox.url}${MEDIA_PATH}/${renewed.ref}`);
      expect(Buffer.from(await answer.arrayBuffer()).equals(BYTES)).toBe(true);
    }
    expect(await statusOf(ref)).toBe(410);
    engine.vanish();
  });

  it('that nobody posted cannot be renewed', async () => {
    const engine = await sandbox.logIn(credentials);
    engine.say({ type: 'renew_media', id: 'R2', ref: 'made-up' });
    expect(await engine.next('media_renewed')).toMatchObject({ id: 'R2', ref: null });
    engine.vanish();
  });
});
