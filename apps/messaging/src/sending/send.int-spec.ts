import { channelsChanged } from '@chat/contracts/channels';
import {
  listConversations,
  listMessages,
  messageDelivered,
  messageFailed,
  messageSent,
  sendMessage,
} from '@chat/contracts/messaging';
import { AppError } from '@chat/errors';
import { refusal, testContext, until } from '@chat/test-kit';
import { anyList, anyNumber, anyText, MessagingUnderTest } from '../testing/messaging-under-test';

const notYet = { delivered_at: null, read_at: null, failed_at: null, edited_at: null, deleted_at: null };

describe('POST /v1/messages', () => {
  let messaging: MessagingUnderTest;

  beforeAll(async () => {
    messaging = await MessagingUnderTest.start();
  });

  afterAll(() => messaging.service.stop());

  beforeEach(() => messaging.playWell());

  const rowCount = async () =>
    (await messaging.service.query<{ count: string }>('SELECT count(*) FROM messaging.messages'))[0]!.count;

  it('commits the message before the connector hears of it, and its result after', async () => {
    const handedOver: object[] = [];
    messaging.handOver = async (body) => {
      handedOver.push({ ...body, seen: (await messaging.read(body.message_id)).status });
      return { chat_message_id: 'ABC' };
    };
    const before = Date.now();
    const sent = await messaging.send({ mobile: '15111111111', message: ' as it is \n' });

    expect(sent).toEqual({
      message_id: anyNumber,
      conversation_id: anyNumber,
      chat_message_id: 'ABC',
    });
    expect(handedOver).toEqual([
      {
        channel_id: 1,
        message_id: sent.message_id,
        to: '4915111111111',
        content: { type: 'text', text: ' as it is \n' },
        deadline: anyNumber,
        seen: 'queued',
      },
    ]);
    expect((handedOver[0] as { deadline: number }).deadline).toBeGreaterThan(before);
    const message = await messaging.read(sent.message_id);
    expect(message).toEqual({
      id: sent.message_id,
      conversation_id: sent.conversation_id,
      chat_account_id: 1,
      contact: { id: null, name: null, phone: '4915111111111', provider_user_id: null, username: null },
      chat_message_id: 'ABC',
      direction: 'outbound',
      source: 'api',
      type: 'text',
      message: ' as it is \n',
      message_truncated: false,
      media: null,
      media_url: null,
      location: null,
      template: null,
      interactive: null,
      reply_to: null,
      reactions: [],
      context: null,
      referral: null,
      system: null,
      unsupported: null,
      pricing: null,
      author: { type: 'api_key', id: 'ck_test', name: null },
      status: 'sent',
      error: null,
      sequence: 1,
      sent_at: anyText,
      ...notYet,
      created_at: anyText,
      updated_at: anyText,
    });
    const event = await messaging.bus.nextEvent(
      messageSent,
      ({ data }) => data.message.id === sent.message_id,
    );
    expect(event).toMatchObject({
      accountid: '1',
      channelid: String(message.chat_account_id),
      subject: `messages/${sent.message_id}`,
      entityversion: 2,
    });
    expect(event.data).toEqual({
      message,
      contact: message.contact,
      conversation_id: sent.conversation_id,
    });
  });

  it.each([
    ['too short for its country', { mobile_code: '49', mobile: '1' }, 'mobile'],
    ['of no country', { mobile_code: '999', mobile: '123456789' }, 'mobile_code'],
    ['longer than any number', { mobile_code: '49', mobile: '151123456789012' }, 'mobile'],
    ['behind what is no dial code', { mobile_code: '4915', mobile: '112345678' }, 'mobile_code'],
  ])('refuses a number %s before anything is stored, and names the member', async (_, phone, member) => {
    const before = await rowCount();
    const { code, errors } = await refusal(messaging.send(phone));
    expect([code, Object.keys(errors ?? {})]).toEqual(['invalid_phone', [member]]);
    expect(await rowCount()).toBe(before);
  });

  it.each([
    ['is not connected', { connection_status: 'disconnected' as const }, 'channel_not_connected'],
    ['waits for its phone', { connection_status: 'pending' as const }, 'channel_not_connected'],
  ])('refuses a channel that %s before anything is stored', async (_, channel, reason) => {
    const before = await rowCount();
    messaging.resolve = () => channel;
    expect(await refusal(messaging.send())).toMatchObject({ code: 'capability_error', reason });
    expect(await rowCount()).toBe(before);
  });

  it('answers into a conversation, by its channel', async () => {
    const { conversation_id } = await messaging.send({ mobile: '15166666666', chat_account_id: 3 });
    const handedOver: object[] = [];
    messaging.handOver = (body) => {
      handedOver.push(body);
      return { chat_message_id: `chat-${body.message_id}` };
    };
    const answer = await messaging.answer(conversation_id, {});
    expect(answer.conversation_id).toBe(conversation_id);
    expect(handedOver).toMatchObject([{ channel_id: 3, to: '4915166666666' }]);
    expect((await messaging.answer(conversation_id, { chat_account_id: 3 })).conversation_id).toBe(
      conversation_id,
    );
  });

  it.each([
    ['also by its number', { mobile_code: '49', mobile: '15166666667' }, 'conversation_id'],
    ['and another channel than its own', { chat_account_id: 4 }, 'chat_account_id'],
  ])('refuses a receiver that is named by a conversation %s', async (_, more, member) => {
    const { conversation_id } = await messaging.send({ mobile: '15166666667', chat_account_id: 3 });
    const before = await rowCount();
    expect(await refusal(messaging.answer(conversation_id, more))).toMatchObject({
      code: 'validation_error',
      errors: { [member]: anyList },
    });
    expect(await rowCount()).toBe(before);
  });

  it('answers not_found for a conversation and a channel that the account does not have', async () => {
    const { conversation_id } = await messaging.send({ mobile: '15166666668', chat_account_id: 3 });
    const before = await rowCount();
    messaging.resolve = ({ chat_account_id }) => {
      if (chat_account_id === 404) throw new AppError('not_found');
      return {};
    };
    const failure = await refusal(messaging.answer(conversation_id, { chat_account_id: 404 }));
    expect(failure).toMatchObject({ code: 'not_found' });
    expect(await rowCount()).toBe(before);
  });

  it('refuses a conversation that the account does not have', async () => {
    const { conversation_id } = await messaging.send();
    const stranger = testContext({ accountId: 2 });
    const refusals = [
      await refusal(messaging.answer(conversation_id, {}, stranger)),
      await refusal(messaging.answer(999_999)),
    ];
    const unknown = { code: 'validation_error', errors: { conversation_id: anyList } };
    expect(refusals).toMatchObject([unknown, unknown]);
  });

  it('refuses a request that names nobody, with what is missing', async () => {
    const request = messaging.bus.request(sendMessage, { body: { message: 'Hello' } });
    expect(await refusal(request)).toMatchObject({
      code: 'validation_error',
      errors: { mobile_code: anyList, mobile: anyList },
    });
  });

  it('passes on why no channel was found', async () => {
    messaging.resolve = () => {
      throw new AppError('not_found');
    };
    const failure = await refusal(messaging.send({ chat_account_id: 404 }));
    expect(failure).toMatchObject({ code: 'not_found' });
    expect(failure).not.toHaveProperty('message_id');
  });

  describe('asks for the channel', () => {
    let asked: object[];
    let status: 'connected' | 'disconnected';
    /** Answers age by the clock of the process. */
    let clock: jest.SpyInstance<number, []>;
    const startedAt = performance.now();

    beforeEach(() => {
      clock = jest.spyOn(performance, 'now').mockReturnValue(startedAt);
      asked = [];
      status = 'connected';
      messaging.resolve = (body) => {
        asked.push(body);
        return { connection_status: status };
      };
    });

    afterEach(() => clock.mockRestore());

    const sendTo = (chat_account_id?: number) => messaging.send({ chat_account_id });

    it('once for sends that name the same one, at the same time or shortly after', async () => {
      await Promise.all([sendTo(1), sendTo(1), sendTo(2), sendTo()]);
      await Promise.all([sendTo(1), sendTo(2), sendTo()]);
      expect(asked).toHaveLength(3);
    });

    it('anew after the notice that a channel of the account changed', async () => {
      await sendTo(1);
      messaging.bus.nats.publish(channelsChanged.subject, '1');
      await sendTo(1);
      messaging.bus.nats.publish(channelsChanged.subject, '2');
      await sendTo(1);
      expect(asked).toHaveLength(2);
    });

    it('anew when the last one could not be sent by', async () => {
      status = 'disconnected';
      expect(await refusal(sendTo(1))).toMatchObject({ reason: 'channel_not_connected' });
      status = 'connected';
      await sendTo(1);
      expect(asked).toHaveLength(2);
    });

    it('anew in time, since a notice can be lost', async () => {
      await sendTo(1);
      clock.mockReturnValue(startedAt + 999);
      await sendTo(1);
      expect(asked).toHaveLength(1);
      clock.mockReturnValue(startedAt + 1_000);
      await sendTo(1);
      expect(asked).toHaveLength(2);
    });
  });

  it('stores a clean refusal as failed, answers it with the ids and tells of it', async () => {
    messaging.handOver = () => {
      throw new AppError('capability_error', {
        reason: 'reachout_restricted',
        provider: { code: '463', message: 'Timelock' },
      });
    };
    const failure = await refusal(messaging.send());
    expect(failure).toMatchObject({
      code: 'capability_error',
      reason: 'reachout_restricted',
      message_id: anyNumber,
      conversation_id: anyNumber,
    });
    const message = await messaging.read(failure.message_id!);
    expect(message).toMatchObject({
      status: 'failed',
      sent_at: null,
      failed_at: anyText,
      error: { code: 'capability_error', provider: { code: '463', message: 'Timelock' } },
    });
    const event = await messaging.bus.nextEvent(messageFailed, ({ data }) => data.message.id === message.id);
    expect(event.data.message).toEqual(message);
  });

  it('says so when the connector does not know, and tells nobody that it failed', async () => {
    messaging.handOver = () => {
      throw new AppError('provider_outcome_unknown');
    };
    const failure = await refusal(messaging.send());
    expect(failure).toMatchObject({
      code: 'provider_outcome_unknown',
      retryable: false,
      message_id: anyNumber,
    });
    expect((await messaging.read(failure.message_id!)).status).toBe('unknown');
    expect(messaging.told(messageFailed, failure.message_id!)).toBe(0);
  });

  it.each([
    ['never answers', () => new Promise<never>(() => undefined)],
    ['fails in a way nobody expected', () => Promise.reject(new Error('a fault'))],
  ])('leaves the message queued when the connector %s', async (_, handOver) => {
    let isHandedOver = false;
    messaging.handOver = () => {
      isHandedOver = true;
      return handOver();
    };
    messaging.settle = () => {
      throw new AppError('service_unavailable');
    };
    const sendInTime = async () => {
      isHandedOver = false;
      const refused = await refusal(messaging.send({}, testContext({ timeoutMs: 1_500 })));
      return isHandedOver && refused.message_id !== undefined ? refused : null;
    };
    // A machine that stands still for a second neither hands it over nor answers in so short a time.
    const failure = await until(sendInTime, { describe: 'the message to be handed over, and an answer' });
    expect(failure).toMatchObject({ code: 'provider_outcome_unknown', message_id: anyNumber });
    expect((await messaging.read(failure.message_id!)).status).toBe('queued');
  });

  it('fails cleanly when no device session service runs, since nothing was done', async () => {
    await messaging.disconnectDevices();
    const failure = await refusal(messaging.send());
    await messaging.connectDevices();
    expect(failure).toMatchObject({
      code: 'device_service_error',
      retryable: true,
      message_id: anyNumber,
    });
    expect((await messaging.read(failure.message_id!)).status).toBe('failed');
  });

  it('gives 50 concurrent sends to a new contact one conversation and the numbers 1 to 50', async () => {
    const sent = await Promise.all(
      Array.from({ length: 50 }, (_, index) =>
        messaging.send({ mobile: '15198765432', message: `${index}` }),
      ),
    );
    expect(new Set(sent.map(({ conversation_id }) => conversation_id)).size).toBe(1);
    const { messages } = await messaging.bus.request(listMessages, {
      params: { id: sent[0]!.conversation_id },
      query: { per_page: 100 },
    });
    const sequences = messages.map(({ sequence }) => sequence).sort((a, b) => a - b);
    expect(sequences).toEqual(Array.from({ length: 50 }, (_, index) => index + 1));
    expect(new Set(messages.map(({ status }) => status))).toEqual(new Set(['sent']));
  });

  it('keeps one conversation for all spellings of a number, and each channel’s apart', async () => {
    const first = await messaging.send({ mobile_code: '55', mobile: '11987654321' });
    const again = await messaging.send({ mobile_code: '55', mobile: '1187654321' });
    const elsewhere = await messaging.send({ mobile_code: '55', mobile: '11987654321', chat_account_id: 2 });
    expect(again.conversation_id).toBe(first.conversation_id);
    expect(elsewhere.conversation_id).not.toBe(first.conversation_id);
    expect((await messaging.read(again.message_id)).contact.phone).toBe('5511987654321');
  });

  it('writes to the international form of a number that has a trunk prefix, in its one conversation', async () => {
    const handedTo: (string | null)[] = [];
    messaging.handOver = ({ to, message_id }) => {
      handedTo.push(to);
      return { chat_message_id: `chat-${message_id}` };
    };
    const first = await messaging.send({ mobile_code: '44', mobile: '07911123456' });
    const again = await messaging.send({ mobile_code: '44', mobile: '7911123456' });
    expect(handedTo).toEqual(['447911123456', '447911123456']);
    expect(again.conversation_id).toBe(first.conversation_id);
    expect((await messaging.read(first.message_id)).contact.phone).toBe('447911123456');
  });

  it('lets a status that overtakes the result stand, and tells each step once', async () => {
    messaging.handOver = async ({ message_id }) => {
      await messaging.acknowledge(message_id, 'delivered');
      await until(async () => (await messaging.read(message_id)).status === 'delivered', {
        describe: 'the delivery to be recorded',
      });
      return { chat_message_id: `chat-${message_id}` };
    };
    const { message_id, chat_message_id } = await messaging.send();
    expect(await messaging.read(message_id)).toMatchObject({ status: 'delivered', chat_message_id });
    await messaging.bus.nextEvent(messageDelivered, ({ data }) => data.message.id === message_id);
    expect(messaging.told(messageSent, message_id)).toBe(1);
    expect(messaging.told(messageDelivered, message_id)).toBe(1);
  });

  it('shows the conversation with its latest message first', async () => {
    const newest = { mobile: '15155555555', message: 'newest' };
    const { conversation_id, message_id } = await messaging.send(newest);
    const { conversations } = await messaging.bus.request(listConversations, { query: { per_page: 1 } });
    expect(conversations).toMatchObject([
      { id: conversation_id, unread_count: 0, window_expires_at: null, last_message: { id: message_id } },
    ]);
  });
});
