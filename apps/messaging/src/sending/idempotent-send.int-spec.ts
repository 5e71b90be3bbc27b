import { BusClient } from '@chat/bus';
import { channelDeleted } from '@chat/contracts/channels';
import { usageOperations } from '@chat/contracts/limits';
import {
  hideChannel,
  messageFailed,
  messageSent,
  sendMessage,
  type SendMessage,
  type SentMessage,
} from '@chat/contracts/messaging';
import { AppError, type ErrorBody } from '@chat/errors';
import { testContext, until } from '@chat/test-kit';
import { anyNumber, MessagingUnderTest } from '../testing/messaging-under-test';

interface Answer {
  status: number;
  body: SentMessage & ErrorBody;
  isReplay: boolean;
}

describe('POST /v1/messages with an Idempotency-Key', () => {
  let messaging: MessagingUnderTest;
  let client: BusClient;
  let keys = 0;
  /** The texts that the connector was given. */
  let handedOver: unknown[];

  beforeAll(async () => {
    messaging = await MessagingUnderTest.start({}, { replicas: 2 });
    client = new BusClient(messaging.bus.connection);
  });

  afterAll(() => messaging.service.stop());

  beforeEach(() => {
    messaging.playWell();
    handedOver = [];
    const accept = messaging.handOver;
    meets(accept);
  });

  const meets = (handOver: typeof messaging.handOver) => {
    messaging.handOver = (body, context) => {
      handedOver.push('text' in body.content && body.content.text);
      return handOver(body, context);
    };
  };
  const refuses = (error: AppError) =>
    meets(() => {
      throw error;
    });
  const newKey = () => `key-${++keys}`;

  const send = async (
    idempotencyKey: string | null,
    body: Partial<SendMessage> = {},
    credentialId = 'ck_test',
  ): Promise<Answer> => {
    const { credential, ...context } = testContext();
    const {
      status,
      body: text,
      isReplay = false,
    } = await client.forward(
      sendMessage,
      { ...context, idempotencyKey, credential: { ...credential, id: credentialId } },
      { body: { mobile_code: '49', mobile: '15112345678', message: 'Hello', ...body } },
    );
    return { status, body: JSON.parse(text) as Answer['body'], isReplay };
  };
  it('repeats the answer, and sends nothing again', async () => {
    const key = newKey();
    const first = await send(key);
    expect(first).toMatchObject({ status: 201, isReplay: false });
    expect(await send(key)).toEqual({ ...first, isReplay: true });
    expect(await send(key)).toEqual({ ...first, isReplay: true });
    expect(handedOver).toEqual(['Hello']);
  });

  it.each<[string, (id: number) => Partial<SendMessage>, (id: number) => Partial<SendMessage>]>([
    ['an answer', (id) => ({ reply_to: id }), () => ({})],
    [
      'a reaction',
      (id) => ({ message: undefined, reaction: { message_id: id, emoji: '👍' } }),
      (id) => ({ message: undefined, reaction: { message_id: id, emoji: '' } }),
    ],
    [
      'a contact card',
      () => ({ message: undefined, contacts: [{ name: { formatted_name: 'Ana', first_name: 'Ana' } }] }),
      () => ({ message: undefined, contacts: [{ name: { formatted_name: 'Bo', first_name: 'Bo' } }] }),
    ],
  ])('repeats the answer of %s, and is taken for nothing else', async (_, body, other) => {
    const { message_id: id } = (await send(null)).body as { message_id: number };
    const key = newKey();
    const first = await send(key, body(id));
    expect(first).toMatchObject({ status: 201, isReplay: false });
    expect(await send(key, body(id))).toEqual({ ...first, isReplay: true });
    expect(await send(key, other(id))).toMatchObject({ body: { code: 'idempotency_conflict' } });
    expect(handedOver).toHaveLength(2);
  });

  it('is refused a new key beyond the limit of the account, which is free again then; known keys repeat', async () => {
    const body = { account_id: 1, limit: 'send_keys' } as const;
    const setMax = (max: number | null) =>
      messaging.bus.request(usageOperations('messaging').setLimit, { body: { ...body, max } });
    const [known, fresh] = [newKey(), newKey()];
    const first = await send(known);
    await setMax(0);
    // Each replica learns of it within a second.
    for (let refusals = 0; refusals < 20;)
      refusals = (await send(newKey())).status === 403 ? refusals + 1 : 0;
    handedOver = [];
    expect((await send(fresh)).body).toMatchObject({ code: 'limit_reached', reason: 'send_keys' });
    expect(await send(known)).toEqual({ ...first, isReplay: true });
    expect(handedOver).toEqual([]);
    expect((await send(null)).status).toBe(201);
    await setMax(null);
    await until(async () => (await send(fresh)).status === 201, { describe: 'the key to be taken' });
    expect(handedOver).toHaveLength(2);
  });

  it('repeats the answer of a message that the network failed before it had said that it accepts it', async () => {
    const key = newKey();
    meets(async ({ message_id }) => {
      const error = { code: 'provider_error', message: 'Try again.', reason: null, provider: null };
      await messaging.acknowledge(message_id, 'failed', { error });
      await messaging.bus.nextEvent(messageFailed, ({ data }) => data.message.id === message_id);
      return { chat_message_id: `chat-${message_id}` };
    });
    const first = await send(key);
    expect(first).toMatchObject({ status: 201, isReplay: false });
    expect(await send(key)).toEqual({ ...first, isReplay: true });
    expect(handedOver).toHaveLength(1);
    expect(await messaging.read(first.body.message_id)).toMatchObject({
      status: 'failed',
      error: { code: 'provider_error' },
    });
    expect(messaging.told(messageSent, first.body.message_id)).toBe(0);
  });

  it('is not asked for: requests without one are messages of their own', async () => {
    const [first, second] = [await send(null), await send(null)];
    expect(second.body.message_id).not.toBe(first.body.message_id);
    expect(handedOver).toHaveLength(2);
  });

  it('sends once for 50 requests at the same time over two replicas', async () => {
    const key = newKey();
    const answers = await Promise.all(Array.from({ length: 50 }, () => send(key)));
    expect(handedOver).toHaveLength(1);
    const first = answers.find(({ status, isReplay }) => status === 201 && !isReplay)!;
    for (const answer of answers.filter((one) => one !== first)) {
      if (answer.status === 201) expect(answer).toEqual({ ...first, isReplay: true });
      else expect(answer.body).toMatchObject({ code: 'idempotency_in_flight', retryable: true });
    }
    expect(await send(key)).toEqual({ ...first, isReplay: true });
  });

  it.each<[string, Partial<SendMessage>]>([
    ['text', { message: 'hello' }],
    ['receiver', { mobile: '15112345679' }],
    ['channel', { chat_account_id: 2 }],
  ])('refuses another %s under the same key', async (_, other) => {
    const key = newKey();
    await send(key);
    expect((await send(key, other)).body).toMatchObject({
      code: 'idempotency_conflict',
      reason: 'payload_mismatch',
      retryable: false,
    });
    expect(handedOver).toHaveLength(1);
  });

  it('passes on before the message is stored: the request that lost it sends nothing, and stores nothing', async () => {
    const key = newKey();
    messaging.resolve = async () => {
      await messaging.service.query(
        'UPDATE messaging.idempotency_records SET owner = gen_random_uuid() WHERE key = $1',
        [key],
      );
      return {};
    };
    const mobile = '15119999999';
    expect((await send(key, { mobile })).body).toMatchObject({
      code: 'idempotency_in_flight',
      retryable: true,
    });
    expect(handedOver).toEqual([]);
    const stored = 'SELECT FROM messaging.conversations WHERE contact_phone = $1';
    expect(await messaging.service.query(stored, [`49${mobile}`])).toEqual([]);
  });

  it('is in flight while the connector has the message, and done once that is sent', async () => {
    const key = newKey();
    const repeats: Answer[] = [];
    meets(async ({ message_id }) => {
      repeats.push(await send(key));
      return { chat_message_id: `chat-${message_id}` };
    });
    const first = await send(key);
    expect(repeats.map(({ body }) => body.code)).toEqual(['idempotency_in_flight']);
    expect(await send(key)).toEqual({ ...first, isReplay: true });
    expect(handedOver).toHaveLength(1);
  });

  it('is another one for another credential', async () => {
    const key = newKey();
    const [one, other] = [await send(key), await send(key, {}, 'ck_other')];
    expect([one.isReplay, other.isReplay]).toEqual([false, false]);
    expect(other.body.message_id).not.toBe(one.body.message_id);
  });

  it('is free after a refusal before the network was reached', async () => {
    const key = newKey();
    messaging.resolve = () => ({ connection_status: 'disconnected' });
    expect((await send(key)).body).toMatchObject({ reason: 'channel_not_connected' });
    messaging.resolve = () => ({});
    expect(await send(key, { message: 'another one' })).toMatchObject({ status: 201, isReplay: false });
  });

  it('is free after a refusal that may be repeated', async () => {
    const key = newKey();
    refuses(new AppError('device_service_error', { reason: 'network_busy' }));
    expect((await send(key)).body).toMatchObject({ code: 'device_service_error', retryable: true });
    meets(() => ({ chat_message_id: 'later' }));
    expect(await send(key)).toMatchObject({ status: 201, isReplay: false });
    expect(handedOver).toHaveLength(2);
  });

  it('repeats a final refusal, to the byte', async () => {
    const key = newKey();
    const provider = { code: '463', message: 'No.' };
    refuses(new AppError('capability_error', { reason: 'reachout_restricted', provider }));
    const first = await send(key);
    expect(first).toMatchObject({ status: 422, body: { message_id: anyNumber, provider } });
    expect(await send(key)).toEqual({ ...first, isReplay: true });
    expect(handedOver).toHaveLength(1);
  });

  describe('after an outcome that nobody knows', () => {
    const sendIntoDoubt = async (key: string) => {
      refuses(new AppError('provider_outcome_unknown'));
      const first = await send(key);
      expect(first.body).toMatchObject({ code: 'provider_outcome_unknown', retryable: false });
      handedOver = [];
      return first;
    };

    it('says so again, with the ids of the message, and sends nothing', async () => {
      const key = newKey();
      const first = await sendIntoDoubt(key);
      expect(await send(key)).toEqual({ ...first, isReplay: true });
      expect((await send(key, { message: 'another' })).body.code).toBe('idempotency_conflict');
      expect(handedOver).toEqual([]);
    });

    it('answers with the message once a receipt shows that it arrived', async () => {
      const key = newKey();
      const { message_id, conversation_id } = (await sendIntoDoubt(key)).body;
      await messaging.acknowledge(message_id, 'delivered');
      await until(async () => (await messaging.read(message_id)).status === 'delivered', {
        describe: 'the receipt to count',
      });
      const sent = { message_id, conversation_id, chat_message_id: `chat-${message_id}` };
      const settled = { status: 201, body: sent, isReplay: true };
      expect([await send(key), await send(key)]).toEqual([settled, settled]);
      expect(handedOver).toEqual([]);
    });

    it('repeats the final refusal that the network gave later', async () => {
      const key = newKey();
      const { message_id } = (await sendIntoDoubt(key)).body;
      const provider = { code: '404', message: 'Nobody.' };
      const error = {
        code: 'invalid_phone',
        message: 'Nobody has this number.',
        reason: 'unlisted',
        provider,
      };
      await messaging.acknowledge(message_id, 'failed', { error });
      await until(async () => (await messaging.read(message_id)).status === 'failed', {
        describe: 'the receipt to count',
      });
      const settled = { status: 422, body: { ...error, message_id }, isReplay: true };
      expect([await send(key), await send(key)]).toMatchObject([settled, settled]);
    });

    it('sends once it is settled that the first request never went out', async () => {
      const key = newKey();
      // As good as silence: the connector says nothing of the message.
      messaging.handOver = () => {
        throw new AppError('server_error');
      };
      messaging.settle = () => ({ outcome: 'refused', chat_message_id: null, error: null });
      expect((await send(key)).body.code).toBe('provider_outcome_unknown');
      meets(({ message_id }) => ({ chat_message_id: `chat-${message_id}` }));
      expect((await send(key)).body.code).toBe('provider_outcome_unknown');
      await messaging.passDeadlines();
      await until(async () => (await send(key)).status === 201, { describe: 'the key to be free' });
      expect(await send(key)).toMatchObject({ status: 201, isReplay: true });
      expect(handedOver).toEqual(['Hello']);
    });
  });

  describe('when its channel is deleted', () => {
    const records = (key: string) =>
      messaging.service.query<{ result: string | null }>(
        'SELECT result FROM messaging.idempotency_records WHERE key = $1',
        [key],
      );

    it('has no answer from then on, still names one payload, and loses its content', async () => {
      const key = newKey();
      await send(key, { chat_account_id: 70 });
      await send(key, { chat_account_id: 70 });
      expect((await records(key))[0]!.result).not.toBeNull();
      await messaging.bus.request(hideChannel, { body: { channel_id: 70 } });

      expect((await send(key, { chat_account_id: 70 })).body.code).toBe('not_found');
      expect((await send(key, { chat_account_id: 71 })).body.code).toBe('idempotency_conflict');
      await until(async () => (await records(key))[0]!.result === null, { describe: 'the answer to go' });
    });

    it('has no answer either when nobody repeated the request before', async () => {
      const key = newKey();
      await send(key, { chat_account_id: 73 });
      await messaging.bus.request(hideChannel, { body: { channel_id: 73 } });
      expect((await send(key, { chat_account_id: 73 })).body.code).toBe('not_found');
    });

    it('has no answer either when only the event tells of the deletion', async () => {
      const key = newKey();
      await send(key, { chat_account_id: 72 });
      await messaging.bus.publish(channelDeleted, { channel_id: 72 }, { channelId: 72 });
      await until(async () => (await send(key, { chat_account_id: 72 })).status === 404, {
        describe: 'the answer to be hidden',
      });
    });
  });
});
