import { inspectMessage, messageFailed, type InspectedMessage } from '@chat/contracts/messaging';
import { refusal, testContext, until } from '@chat/test-kit';
import { anyText, MessagingUnderTest } from '../testing/messaging-under-test';

const TRACE = '4bf92f3577b34da6a3ce929d0e0e4736';

describe('the inspection of a message', () => {
  let messaging: MessagingUnderTest;

  beforeAll(async () => {
    messaging = await MessagingUnderTest.start();
  });

  afterAll(() => messaging.service.stop());

  const inspect = async (message_id: number, account_id?: number): Promise<InspectedMessage> =>
    (await messaging.bus.request(inspectMessage, { body: { message_id, account_id } })).message;

  it('finds it in any account, with who sent it, its request and its trace, but without its content', async () => {
    for (const accountId of [3, 5, 8]) await messaging.send({}, testContext({ accountId }));
    const context = { ...testContext({ accountId: 7 }), traceparent: `00-${TRACE}-00f067aa0ba902b7-00` };
    const { message_id, conversation_id } = await messaging.send(
      { message: 'The parcel for Rosalind' },
      context,
    );
    const found = await inspect(message_id);
    expect(found).toMatchObject({
      ...{ id: message_id, account_id: 7, channel_id: 1, conversation_id, status: 'sent', type: 'text' },
      ...{ request_id: context.requestId, trace_id: TRACE, connector: 'device-sessions' },
      ...{ credential_type: 'api_key', credential_id: 'ck_test', is_hidden: false, media: null },
    });
    expect(JSON.stringify(found)).not.toMatch(/Rosalind|15112345678|chat-/);
  });

  it('names its events, and when they were published', async () => {
    const { message_id } = await messaging.send();
    await messaging.acknowledge(message_id, 'failed', {
      error: {
        code: 'invalid_phone',
        message: 'Not on the network.',
        reason: null,
        provider: { code: '131026', message: 'Undeliverable to +49 151 12345678.' },
      },
    });
    await messaging.bus.nextEvent(messageFailed, ({ data }) => data.message.id === message_id);
    const found = await until(
      async () => {
        const { events, ...rest } = await inspect(message_id);
        return events.every(({ published_at }) => published_at !== null) && { events, ...rest };
      },
      { describe: 'the events to be published' },
    );
    expect(found.events).toEqual(
      ['message.sent', 'message.failed'].map((type) => ({
        ...{ type, event_id: anyText, created_at: anyText, published_at: anyText },
      })),
    );
    expect(found.error).toEqual({
      code: 'invalid_phone',
      message: 'Not on the network.',
      reason: null,
      provider: { code: '131026', message: 'Undeliverable to (number).' },
    });
  });

  it('knows the origin of an inbound message by its trace only', async () => {
    await messaging.receive();
    const sql = `SELECT id::int FROM messaging.messages WHERE direction = 'inbound'`;
    const { id } = await until(async () => (await messaging.service.query<{ id: number }>(sql))[0], {
      describe: 'the message',
    });
    expect(await inspect(id)).toMatchObject({
      ...{ direction: 'inbound', status: 'delivered', request_id: null, credential_id: null },
      last_inbound_at: anyText,
    });
  });

  it.each([
    ['any account', undefined],
    ['the given account', 2],
  ])('says that there is no such message in %s', async (_, account_id) => {
    const body = { message_id: 999_999, account_id };
    expect(await refusal(messaging.bus.request(inspectMessage, { body }))).toMatchObject({
      code: 'not_found',
      message: expect.stringMatching(/^There is no message 999999/) as string,
    });
  });
});
