import { until } from '@chat/test-kit';
import { CallbackReceiver } from '../../testing/callback-receiver';
import { errorOf, TestBusiness } from '../../testing/test-business';
import { TestSandbox } from '../../testing/test-sandbox';

const BUSINESS = '4915100000101';
const CUSTOMER = '4915100000202';

describe('callbacks', () => {
  let receiver: CallbackReceiver;
  let sandbox: TestSandbox;
  let business: TestBusiness;

  beforeAll(async () => {
    receiver = await CallbackReceiver.start();
    sandbox = await TestSandbox.start({ SANDBOX_CALLBACK_URL: receiver.url });
    business = await TestBusiness.create(sandbox, BUSINESS, { name: 'Bäckerei' });
  });

  afterAll(async () => {
    await sandbox.stop();
    await receiver.stop();
  });

  afterEach(async () => {
    receiver.answer = () => 200;
    await sandbox.call('PUT', '/cloud/callbacks', {
      hold: false,
      duplicate: false,
      shuffle: false,
      batch: 1000,
    });
    await idle();
  });

  const waiting = async () => (await sandbox.call('GET', '/cloud/callbacks')).body['waiting'];
  const idle = () =>
    until(async () => (await waiting()) === 0, { describe: 'every callback to be acknowledged' });
  const textsSince = (start: number) =>
    receiver.received
      .slice(start)
      .flatMap(({ raw }) => [...raw.toString().matchAll(/"body":"(.*?)"/g)].map(([, text]) => text));

  it('verify the endpoint before the first one of a process, with the raw challenge', async () => {
    await sandbox.restart();
    const before = receiver.verifications.length;
    for (const text of ['verify', 'verified']) {
      await business.hearFrom(CUSTOMER, { text });
      await idle();
    }
    expect(receiver.verifications.slice(before).map((query) => Object.fromEntries(query))).toEqual([
      {
        'hub.mode': 'subscribe',
        'hub.challenge': expect.stringMatching(/^\d+$/) as string,
        'hub.verify_token': 'sandbox-verify-token',
      },
    ]);
  });

  it('are signed over their raw bytes, whose escapes no other JSON serializer produces', async () => {
    const start = receiver.received.length;
    await business.hearFrom(CUSTOMER, { text: 'Grüße 👋 a/b' });
    await until(() => receiver.received.length > start, { describe: 'a callback' });
    const { raw, isSigned, contentType } = receiver.received[start]!;
    expect(isSigned).toBe(true);
    expect(contentType).toBe('application/json');
    expect(raw.toString()).toContain(String.raw`Gr\u00fc\u00dfe \ud83d\udc4b a\/b`);
    expect(JSON.stringify(JSON.parse(raw.toString()))).not.toBe(raw.toString());
  });

  it('are sent again until they are acknowledged, even after a restart', async () => {
    let refusals = 0;
    receiver.answer = () => (++refusals <= 3 ? 500 : 200);
    const wamid = await business.hearFrom(CUSTOMER, { text: 'insist' });
    await until(() => refusals >= 2, { describe: 'two refused attempts' });
    receiver.answer = () => 503;
    await sandbox.restart();
    receiver.answer = () => 200;
    await receiver.waitFor(
      ({ value }) => ((value['messages'] ?? []) as { id: string }[]).some(({ id }) => id === wamid),
      'the callback after the restart',
    );
  });

  it('wait while they are held, and then arrive in bodies of the requested size, shuffled and duplicated', async () => {
    await sandbox.call('PUT', '/cloud/callbacks', { hold: true });
    const start = receiver.received.length;
    const texts = Array.from({ length: 60 }, (_, index) => `held ${index}`);
    for (const text of texts) await business.hearFrom(CUSTOMER, { text });
    expect(await waiting()).toBe(60);
    expect(receiver.received).toHaveLength(start);

    await sandbox.call('PUT', '/cloud/callbacks', { hold: false, duplicate: true, shuffle: true, batch: 50 });
    await idle();
    const arrived = textsSince(start);
    expect([...arrived].sort()).toEqual([...texts, ...texts].sort());
    expect(arrived.filter((text, index) => arrived.indexOf(text) === index)).not.toEqual(texts);
    expect(receiver.received.length - start).toBe(3);
  });

  it('name the account, and carry a time only on account fields', async () => {
    await business.hearFrom(CUSTOMER);
    await sandbox.call('POST', `/cloud/numbers/${BUSINESS}/events`, { event: 'account_reconnected' });
    await idle();
    const update = await receiver.waitFor(({ field }) => field === 'account_update', 'the account update');
    expect(update).toMatchObject({
      accountId: business.wabaId,
      time: expect.any(Number) as number,
      value: { event: 'ACCOUNT_RECONNECTED' },
    });
    const message = receiver.changes.find(({ field }) => field === 'messages');
    expect(message).toMatchObject({ accountId: business.wabaId, time: undefined });
  });

  it('are dropped while the app is not subscribed to the account', async () => {
    await business.call('DELETE', `/${business.wabaId}/subscribed_apps`);
    await business.hearFrom(CUSTOMER, { text: 'unheard' });
    expect(await waiting()).toBe(0);
    await business.call('POST', `/${business.wabaId}/subscribed_apps`);
    const { body } = await business.call('GET', `/${business.wabaId}/subscribed_apps`);
    expect(body['data']).toEqual([
      { whatsapp_business_api_data: expect.objectContaining({ id: '900000000000001' }) as object },
    ]);
  });

  it('go to the URL of the number, else the account, else the app, and only if it was verified', async () => {
    const other = await CallbackReceiver.start();
    other.verifyToken = 'of the account';
    const path = `/${business.wabaId}/subscribed_apps`;
    const wrong = await business.call('POST', path, {
      override_callback_uri: other.url,
      verify_token: 'wrong',
    });
    expect(errorOf(wrong)).toMatchObject({ code: 2200, message: expect.stringContaining('403') as string });

    const override = { override_callback_uri: other.url, verify_token: 'of the account' };
    expect((await business.call('POST', path, override)).body).toEqual({ success: true });
    await business.hearFrom(CUSTOMER, { text: 'to the account' });
    await other.waitFor(({ field }) => field === 'messages', 'a callback at the URL of the account');

    const own = await CallbackReceiver.start();
    own.verifyToken = 'of the number';
    const configuration = { override_callback_uri: own.url, verify_token: 'of the number' };
    await business.call('POST', `/${business.phoneNumberId}`, { webhook_configuration: configuration });
    await business.hearFrom(CUSTOMER, { text: 'to the number' });
    await own.waitFor(({ field }) => field === 'messages', 'a callback at the URL of the number');
    expect(other.received).toHaveLength(1);

    await business.call('POST', `/${business.phoneNumberId}`, { webhook_configuration: {} });
    await business.call('POST', path);
    await other.stop();
    await own.stop();
  });
});
