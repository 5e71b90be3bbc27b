import { showTyping, messageReceived } from '@chat/contracts/messaging';
import { deviceConnector } from '@chat/contracts/device-sessions';
import type { ShowTyping } from '@chat/contracts/connector';
import { AppError } from '@chat/errors';
import { refusal, testContext } from '@chat/test-kit';
import { MessagingUnderTest } from '../testing/messaging-under-test';

describe('POST /v1/conversations/{id}/typing', () => {
  let messaging: MessagingUnderTest;
  let told: ShowTyping[];
  let take: (body: ShowTyping) => object;
  let phones = 0;

  beforeAll(async () => {
    messaging = await MessagingUnderTest.start({}, { replicas: 2 });
    await messaging.bus.respond(deviceConnector.typing, ({ body }) => take(body));
  });

  afterAll(() => messaging.service.stop());

  beforeEach(() => {
    messaging.playWell();
    told = [];
    take = (body) => {
      told.push(body);
      return {};
    };
  });

  const show = (id: number, accountId = 1) =>
    messaging.bus.request(showTyping, { params: { id } }, testContext({ accountId }));
  const receive = async () => {
    const { chat_message_id, from } = await messaging.receive({ from: `4915188${(phones += 1) + 10_000}` });
    const { data } = await messaging.bus.nextEvent(
      messageReceived,
      ({ data: { message } }) => message.chat_message_id === chat_message_id,
    );
    return { id: data.conversation_id, chat_message_id, from };
  };

  it('tells the network whom, and what they wrote last; a Device channel stays unread', async () => {
    const { id, from, chat_message_id } = await receive();
    expect((await show(id)).conversation).toMatchObject({ id, unread_count: 1 });
    expect(told).toEqual([{ channel_id: 1, to: from, chat_message_id }]);
  });

  it('tells it once in 5 seconds, of many requests at once as well', async () => {
    const { id } = await receive();
    const answers = await Promise.all(Array.from({ length: 20 }, () => show(id)));
    expect(answers.map(({ conversation }) => conversation.id)).toEqual(Array(20).fill(id));
    expect(told).toHaveLength(1);
    await messaging.service.query(
      `UPDATE messaging.conversations SET typed_at = now() - interval '5 seconds' WHERE id = ${id}`,
    );
    await show(id);
    expect(told).toHaveLength(2);
  });

  it('tells it again at once if it could not the time before', async () => {
    const { id } = await receive();
    const works = take;
    take = () => {
      throw new AppError('device_service_error', { reason: 'not_connected' });
    };
    expect(await refusal(show(id))).toMatchObject({ code: 'device_service_error', retryable: true });
    take = works;
    await show(id);
    expect(told).toHaveLength(1);
  });

  it('is not found for another account, or for no conversation', async () => {
    const { id } = await receive();
    expect(await refusal(show(id, 2))).toMatchObject({ code: 'not_found' });
    expect(await refusal(show(999_999_999))).toMatchObject({ code: 'not_found' });
    expect(told).toEqual([]);
  });

  it('is refused for a channel that is not connected', async () => {
    const { id } = await receive();
    messaging.resolve = () => ({ connection_status: 'disconnected' });
    expect(await refusal(show(id))).toMatchObject({
      code: 'capability_error',
      reason: 'channel_not_connected',
    });
    expect(told).toEqual([]);
  });
});
