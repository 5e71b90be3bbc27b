import { connector } from '@chat/contracts/connector';
import { messageDelivered, messageReceived, messageSent, type Message } from '@chat/contracts/messaging';
import { FakeConnector, refusal, until } from '@chat/test-kit';
import { MessagingUnderTest } from '../testing/messaging-under-test';

const clouds = connector({
  service: 'fake-cloud',
  unavailable: 'service_unavailable',
  carries: ['text', 'audio'],
  carriesVoiceNotes: false,
});

const CLOUD_CHANNEL = 20;
const PHONE_CHANNEL = 10;

describe('a second connector, beside the one of phones', () => {
  let messaging: MessagingUnderTest;
  let fake: FakeConnector;
  let handedToPhones: number[];

  beforeAll(async () => {
    messaging = await MessagingUnderTest.start({ cloud: clouds });
    fake = await FakeConnector.start(messaging.bus, clouds, [CLOUD_CHANNEL]);
    messaging.resolve = ({ chat_account_id }) => ({
      effective_channel_type: chat_account_id === CLOUD_CHANNEL ? 'cloud' : 'device',
    });
    messaging.handOver = ({ message_id }) => {
      handedToPhones.push(message_id);
      return { chat_message_id: `phone-${message_id}` };
    };
  });

  beforeEach(() => {
    handedToPhones = [];
  });

  afterAll(() => messaging.service.stop());

  const handedToCloud = () => fake.handed.map(({ send }) => send.message_id);
  const connectorOf = async (messageId: number) => {
    const sql = 'SELECT connector FROM messaging.messages WHERE id = $1';
    return (await messaging.service.query<{ connector: string }>(sql, [messageId]))[0]!.connector;
  };
  const received = async (chatMessageId: string): Promise<Message> => {
    const isIt = ({ data }: { data: { message: Message } }) => data.message.chat_message_id === chatMessageId;
    return (await messaging.bus.nextEvent(messageReceived, isIt)).data.message;
  };

  /** A message of the cloud channel, of which nothing more is to be heard. */
  const sendAndDeliver = async (): Promise<number> => {
    const { message_id } = await messaging.send({ chat_account_id: CLOUD_CHANNEL });
    await messaging.bus.nextEvent(messageDelivered, ({ data }) => data.message.id === message_id);
    return message_id;
  };

  it('takes the messages of the channels of its kind, and only those', async () => {
    const byCloud = await messaging.send({ chat_account_id: CLOUD_CHANNEL, message: 'Hello, cloud' });
    const byPhone = await messaging.send({ chat_account_id: PHONE_CHANNEL });
    expect(byCloud.chat_message_id).toBe(`fake-cloud-${byCloud.message_id}`);
    expect(handedToCloud()).toContain(byCloud.message_id);
    expect(handedToPhones).toEqual([byPhone.message_id]);
    expect([await connectorOf(byCloud.message_id), await connectorOf(byPhone.message_id)]).toEqual([
      'fake-cloud',
      'device-sessions',
    ]);
    expect(fake.handed.at(-1)!.send).toMatchObject({
      channel_id: CLOUD_CHANNEL,
      content: { type: 'text', text: 'Hello, cloud' },
    });
  });

  it('is offered no voice note that its network cannot carry: nothing is fetched, and nothing stored', async () => {
    const audio_url = 'https://files.invalid/note.ogg';
    const body = { chat_account_id: CLOUD_CHANNEL, message: undefined, audio_url };
    const refused = await refusal(messaging.send({ ...body, ptt: true }));
    expect(refused).toMatchObject({ code: 'capability_error', reason: 'ptt_not_supported' });
    expect(refused).not.toHaveProperty('message_id');
    expect(await refusal(messaging.send(body))).toMatchObject({ code: 'validation_error' });
  });

  it('tells how its messages fare', async () => {
    const message_id = await sendAndDeliver();
    await messaging.bus.nextEvent(messageSent, ({ data }) => data.message.id === message_id);
    expect((await messaging.read(message_id)).status).toBe('delivered');
  });

  it('brings in what people write, with content that is no text', async () => {
    const media = { mime_type: 'image/png', filename: null, size: 3, sha256: 'abc', ptt: false };
    const id = await fake.write({
      channel_id: CLOUD_CHANNEL,
      from: '4915177777777',
      content: { type: 'image', text: 'Look', media: { ...media, blob: '1/2026-01-31/key' } },
    });
    const message = await received(id);
    expect(message).toMatchObject({ type: 'image', message: 'Look' });
    expect(message.media).toEqual(media);
    expect(await messaging.read(message.id)).toEqual(message);
    expect(await connectorOf(message.id)).toBe('fake-cloud');
  });

  it('is asked what became of its sends, and the phones are not', async () => {
    messaging.settle = () => {
      throw new Error('The phones know nothing of this send.');
    };
    const message_id = await sendAndDeliver();
    // As a crash leaves it that came after the send and before its outcome was recorded.
    await messaging.service.query(
      `UPDATE messaging.messages SET status = 'sending', chat_message_id = NULL, settle_at = now() WHERE id = $1`,
      [message_id],
    );
    const settled = await until(
      async () => {
        const message = await messaging.read(message_id);
        return message.status !== 'queued' && message;
      },
      { describe: 'the send to be settled' },
    );
    expect(settled.chat_message_id).toBe(`fake-cloud-${message_id}`);
  });

  it('has a refusal of its own while it does not answer', async () => {
    await fake.disconnect();
    const failure = await refusal(messaging.send({ chat_account_id: CLOUD_CHANNEL }));
    await fake.connect();
    expect(failure).toMatchObject({ code: 'service_unavailable', retryable: true });
    expect(await messaging.read(failure.message_id!)).toMatchObject({
      status: 'failed',
      error: { code: 'service_unavailable' },
    });
  });

  it('is not asked by a version that does not know it: the send waits for one that does', async () => {
    const message_id = await sendAndDeliver();
    await messaging.service.query(
      `UPDATE messaging.messages SET status = 'sending', connector = 'of-tomorrow', settle_at = now() WHERE id = $1`,
      [message_id],
    );
    await until(
      async () => {
        const sql = 'SELECT FROM messaging.messages WHERE id = $1 AND settle_at > now()';
        return (await messaging.service.query(sql, [message_id])).length === 1;
      },
      { describe: 'the settlement to have tried' },
    );
    expect((await messaging.read(message_id)).status).toBe('queued');
  });
});
