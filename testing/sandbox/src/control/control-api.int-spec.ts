import { deflateSync } from 'node:zlib';
import { PNG } from 'pngjs';
import { toDataURL } from 'qrcode';
import { ConfigError } from '@chat/service-kit';
import { loadSandboxConfig } from '../config';
import { TestSandbox } from '../testing/test-sandbox';

const BUSINESS = '4915100000001';
const CUSTOMER = '4915100000002';
const DEEP = `{"qr":${'['.repeat(100_000)}${']'.repeat(100_000)}}`;

describe('the control API', () => {
  let sandbox: TestSandbox;

  beforeAll(async () => {
    sandbox = await TestSandbox.start();
    await sandbox.link(BUSINESS);
  });

  afterAll(() => sandbox.stop());

  it('creates phones, and changes only the given members', async () => {
    await sandbox.call('PUT', `/phones/${CUSTOMER}`, { name: 'Ana' });
    const { body } = await sandbox.call('PUT', `/phones/${CUSTOMER}`, { marketing: 'stop' });
    const phone = {
      digits: CUSTOMER,
      name: 'Ana',
      marketing: 'stop',
      hidden: false,
      registered: true,
      passkey: false,
      restricted_until: null,
      can_react: true,
      linked_devices: 0,
      other_spellings: [],
    };
    expect(body).toEqual({ phone });
    expect((await sandbox.call('GET', '/phones')).body.phones).toContainEqual(phone);
  });

  it('shows the messages that a phone received, and when they were read', async () => {
    await sandbox.call('POST', `/phones/${CUSTOMER}/messages`, { to: BUSINESS, text: 'hello' });
    const received = async () => (await sandbox.call('GET', `/phones/${BUSINESS}/messages`)).body.messages;
    expect(await received()).toMatchObject([{ from: CUSTOMER, type: 'text', text: 'hello', read_at: null }]);
    expect((await sandbox.call('POST', `/phones/${BUSINESS}/read`, { from: CUSTOMER })).body).toEqual({
      read: 1,
    });
    expect(await received()).toMatchObject([{ read_at: expect.stringMatching(/\+00:00$/) as string }]);
  });

  it('refuses messages to a number without a linked device', async () => {
    const answer = await sandbox.call('POST', `/phones/${BUSINESS}/messages`, {
      to: CUSTOMER,
      text: 'hello',
    });
    expect(answer).toEqual({
      status: 409,
      body: { error: expect.stringContaining('Link that phone') as string },
    });
  });

  it.each([
    ['an unknown path', 'GET', '/nowhere', undefined, 404],
    ['a phone with letters', 'PUT', '/phones/abcdef', '{}', 422],
    ['an unknown member', 'PUT', '/phones/49151', '{"constructor":1}', 422],
    ['broken JSON', 'PUT', '/phones/49151', '{', 400],
    ['an array', 'PUT', '/phones/49151', '[]', 422],
    ['a NUL character', 'PUT', '/phones/49151', '{"name":"a\\u0000"}', 422],
    ['a lone surrogate', 'POST', '/phones/49151/messages', '{"to":"49152","text":"\\ud800"}', 422],
    ['a body that is too deep', 'POST', '/phones/49151/link', DEEP, 422],
    ['neither code', 'POST', '/phones/49151/link', '{}', 422],
    ['both codes', 'POST', '/phones/49151/link', '{"qr":"x","pairing_code":"ABCDEFGH"}', 422],
    ['no data URI', 'POST', '/phones/49151/link', '{"qr":"https://example.com/qr.png"}', 422],
    ['an invalid picture', 'POST', '/phones/49151/link', '{"qr":"data:image/png;base64,AAAA"}', 422],
    ['an unknown fault', 'PUT', '/faults', '{"mode":"explode","times":1}', 422],
    ['a fault without mode', 'PUT', '/faults', undefined, 422],
    ['a call that hangs', 'PUT', '/faults', '{"mode":"slow","match":{"call":"smb_app_data"}}', 422],
    ['a number that is too large', 'PUT', '/faults', '{"mode":"slow","times":1e400}', 422],
    ['an invalid reference', 'GET', '/sends?reference=%00', undefined, 422],
    ['a repeated parameter', 'GET', '/sends?reference=1&reference=2', undefined, 422],
  ])('answers %s with a sentence that says why', async (_, method, path, body, status) => {
    const answer = await sandbox.callRaw(method, path, body);
    expect(answer.body).toEqual({ error: expect.stringMatching(/^.{10,}\.$/) as string });
    expect(answer.status).toBe(status);
  });

  it('reads the code from the picture, and accepts only codes of this network', async () => {
    const foreign = await toDataURL('https://example.com/#ref');
    expect((await sandbox.call('POST', '/phones/49151/link', { qr: foreign })).status).toBe(422);

    const blank = PNG.sync.write(new PNG({ width: 50, height: 50 })).toString('base64');
    const answer = await sandbox.call('POST', '/phones/49151/link', { qr: `data:image/png;base64,${blank}` });
    expect(answer.status).toBe(422);
  });

  it('does not decompress a picture that claims to be huge', async () => {
    const png = PNG.sync.write(new PNG({ width: 1, height: 1 }));
    png.writeUInt32BE(60_000, 16);
    png.writeUInt32BE(60_000, 20);
    const bomb = Buffer.concat([png, deflateSync(Buffer.alloc(1_000))]).toString('base64');
    const answer = await sandbox.call('POST', '/phones/49151/link', { qr: `data:image/png;base64,${bomb}` });
    expect(answer.status).toBe(422);
  });
});

describe('the settings', () => {
  const environment = { DATABASE_URL: 'postgres://localhost/chat' };

  it('need only a database', () => {
    expect(loadSandboxConfig(environment)).toMatchObject({ SANDBOX_PORT: 3100, SANDBOX_QR_COUNT: 6 });
  });

  it('refuse production', () => {
    const load = () => loadSandboxConfig({ ...environment, NODE_ENV: 'production' });
    expect(load).toThrow(ConfigError);
    expect(load).toThrow(/NODE_ENV/);
  });
});
