import { createHash, randomBytes } from 'node:crypto';
import { PNG } from 'pngjs';
import { freePort } from '@chat/local-servers';
import {
  enginePrograms,
  hasEngine,
  MetricsPage,
  Stack,
  until,
  type PhoneMessage,
  type TestClient,
  type WebhookReceiver,
} from '@chat/test-kit';
import { PhoneNetwork } from './linked-phones/phone-network';
import { Secrets } from './linked-phones/secrets';
import { listen, openShop, receiverAt, sendText, untilStatus } from './messages/shop';

const describeWithEngine = hasEngine() ? describe : describe.skip;

/** Numbers in the order in which they are first used, and what is never to be written down. */
const OWNER = '12025553001';
const COLLEAGUE = '12025553002';
const CUSTOMER = '12025553003';
const STRANGER = '12025553004';
const CAREFUL = '12025553005';

const sha256 = (bytes: Buffer) => createHash('sha256').update(bytes).digest('hex');

/** A whole installation whose phones are linked by the engine of real phones, on a network of phones on loopback. */
describeWithEngine('phones that are linked by the engine of real phones', () => {
  const secretKey = randomBytes(32).toString('base64');
  const secrets = new Secrets(secretKey);
  let network: PhoneNetwork;
  let stack: Stack;
  let client: TestClient;
  let receiver: WebhookReceiver;
  let channelId: number;
  let metricsPort: number;

  beforeAll(async () => {
    metricsPort = await freePort();
    network = await PhoneNetwork.start();
    secrets.add(...[OWNER, COLLEAGUE, CUSTOMER, STRANGER, CAREFUL].map((number) => number.slice(1)));
    const settings = { ...network.settings, DEVICE_ENGINE: 'baileys', METRICS_PORT: String(metricsPort) };
    stack = await Stack.start({
      layout: 'services',
      env: { LOG_LEVEL: 'trace', SECRET_KEY: secretKey },
      envOf: { 'device-sessions': settings },
      entries: { 'device-sessions': enginePrograms.deviceSessions },
    });
    client = await openShop(stack);
    receiver = await listen(client);
  });

  afterAll(async () => {
    await receiver?.stop();
    await stack?.stop();
    await network?.stop();
  });

  const secret = (text: string) => secrets.add(text)[0]!;
  const newChannel = async (name: string) => (await client.createChannel({ name })).device.id;
  const showCode = async (id: number) => secrets.addQr((await client.createQr({ id })).qr!);
  const untilReceived = (id: string) =>
    receiver.waitFor('message.received', ({ data }) => data.message.chat_message_id === id);
  const write = async (from: string, message: object) =>
    (await untilReceived(await network.phones.write(from, { to: OWNER, ...message }))).data.message;
  const onPhone = async (number: string, fits: (message: PhoneMessage) => boolean) =>
    until(async () => (await network.phones.messages(number)).find(fits), {
      describe: `a message on the phone ${number}`,
    });
  const untilDelivered = (id: number) =>
    receiver.waitFor('message.delivered', ({ data }) => data.message.id === id);

  it('are linked by a QR code', async () => {
    await network.phones.setPhone(CUSTOMER, { name: secret('Ada Quillfeather') });
    channelId = await newChannel('Shop');
    await network.phones.scan(OWNER, await showCode(channelId));
    const { phone_number } = await untilStatus(client, channelId, 'connected');
    expect(phone_number).toBe(OWNER);
  });

  it('are linked by a code that is typed in', async () => {
    const id = await newChannel('Branch');
    const { pairing_code: code } = await client.createPairingCode({ id, phone: COLLEAGUE });
    secrets.add(code, code.replace('-', ''));
    await network.phones.enterPairingCode(COLLEAGUE, code);
    await untilStatus(client, id, 'connected');
  });

  it('receive texts, of hidden numbers too, and pictures byte for byte', async () => {
    const text = await write(CUSTOMER, { text: secret('Have you a violet umbrella?') });
    expect(text).toMatchObject({ type: 'text', contact: { phone: CUSTOMER, name: 'Ada Quillfeather' } });

    await network.phones.setPhone(STRANGER, { hidden: true });
    const hidden = await write(STRANGER, { text: secret('I would rather not say who I am') });
    expect(hidden.contact).toMatchObject({ phone: null, provider_user_id: expect.any(String) as string });
    secrets.add(hidden.contact.provider_user_id!.split('@')[0]!);

    const picture = Buffer.from('89504e470d0a1a0a', 'hex');
    const media = `data:image/png;base64,${picture.toString('base64')}`;
    const shown = await write(CUSTOMER, { type: 'image', media, caption: secret('Such a one, in mauve') });
    const bytes = Buffer.from(await (await client.getMessageMedia({ id: shown.id })).arrayBuffer());
    expect(bytes.equals(picture)).toBe(true);
  });

  it('send texts and pictures, and learn that these were delivered', async () => {
    const { message_id: id } = await sendText(
      client,
      channelId,
      CUSTOMER,
      secret('We have three of them left'),
    );
    await untilDelivered(id);
    expect(await onPhone(CUSTOMER, ({ type }) => type === 'text')).toMatchObject({
      text: 'We have three of them left',
      from: OWNER,
    });

    const pixels = new PNG({ width: 160, height: 120 });
    randomBytes(pixels.data.length).copy(pixels.data);
    const picture = PNG.sync.write(pixels);
    const sent = await client.sendMessage({
      ...receiverAt(CUSTOMER),
      chat_account_id: channelId,
      image: new File([picture], secret('umbrella-closeup.png'), { type: 'image/png' }),
    });
    await untilDelivered(sent.message_id);
    const { media } = await onPhone(CUSTOMER, ({ type }) => type === 'image');
    expect(media).toMatchObject({ size: picture.length, sha256: sha256(picture) });
  });

  it('send again what a device could not read, and tell what the owner writes by hand', async () => {
    const { message_id: id } = await sendText(client, channelId, CUSTOMER, secret('Come before six'));
    await untilDelivered(id);
    const isIt = ({ text }: PhoneMessage) => text === 'Come before six';
    const { chat_message_id } = await onPhone(CUSTOMER, isIt);
    await network.phones.askAgain(CUSTOMER, chat_message_id);
    await onPhone(CUSTOMER, isIt);

    const text = secret('Written with my own thumbs');
    const echo = await network.phones.echo(OWNER, { to: CUSTOMER, text });
    await until(
      async () =>
        (
          await client.listMessages({ id: (await client.getMessage({ id })).message.conversation_id })
        ).messages.some(({ chat_message_id: its }) => its === echo),
      { describe: 'the message of the owner' },
    );
  });

  it('refuse a number that is not on the network', async () => {
    const answer = await client.raw.post('/v1/messages', {
      ...receiverAt('12025553999'),
      ...{ chat_account_id: channelId, message: secret('Is anybody home?') },
    });
    expect(answer.body).toMatchObject({ error: { code: 'invalid_phone' } });
    secrets.add('2025553999');
  });

  it('continue after a crash without a new scan, and get what came meanwhile, once', async () => {
    await stack.kill('device-sessions');
    const text = secret('Are you still there?');
    const id = await network.phones.write(CUSTOMER, { to: OWNER, text });
    await stack.start('device-sessions');
    await untilReceived(id);
    const { message_id } = await sendText(client, channelId, CUSTOMER, secret('Always'));
    await untilDelivered(message_id);
    expect(receiver.received.filter(({ data }) => JSON.stringify(data).includes(text))).toHaveLength(1);
  });

  it('are not linked where the account demands a passkey, which the channel says', async () => {
    const id = await newChannel('Vault');
    await network.phones.setPhone(CAREFUL, { passkey: true });
    await expect(network.phones.scan(CAREFUL, await showCode(id))).rejects.toThrow('passkey');
    const reason = async () => (await client.getChannelStatus({ id })).last_error_reason;
    await until(async () => (await reason()) === 'passkey_required', { describe: 'the reason' });
  });

  it('are told apart when their owner removes the device', async () => {
    await secrets.addKeys(stack);
    await network.phones.unlink(OWNER);
    await until(
      async () => (await client.getChannelStatus({ id: channelId })).last_error_reason === 'logged_out',
      {
        describe: 'the end of the link',
      },
    );
  });

  it('are counted by the reasons why they are not connected', async () => {
    const page = await MetricsPage.read(metricsPort);
    const count = (name: string, reason: string) => page.valueOf(`chat_device_${name}`, { reason });
    expect({
      ended: count('connections_ended_total', 'logged_out'),
      passkeys: count('session_problems', 'passkey_required'),
      loggedOut: count('session_problems', 'logged_out'),
      unreadable: page.valueOf('chat_device_unreadable_total'),
    }).toEqual({ ended: 1, passkeys: 1, loggedOut: 1, unreadable: 0 });
  });

  it('leave no key, code, number, body or picture of a code in any log, at any level', async () => {
    expect(secrets.count).toBeGreaterThan(1_000);
    const logs = new Map([...(await stack.readLogs()), ['phone-network.log', await network.readLog()]]);
    expect([...logs.keys()]).toEqual(expect.arrayContaining(['device-sessions.log', 'gateway.log']));
    expect(logs.get('device-sessions.log')).toContain('"level":"debug"');
    expect(
      [...logs].flatMap(([name, log]) => secrets.foundIn(log).map((kind) => `${name}: ${kind}`)),
    ).toEqual([]);
    const lines = logs.get('device-sessions.log')!.split('\n').filter(Boolean);
    expect(lines.filter((line) => !line.startsWith('{"level":'))).toEqual([]);
  });
});
