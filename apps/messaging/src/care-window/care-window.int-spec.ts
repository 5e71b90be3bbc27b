import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { connector, type InboundData } from '@chat/contracts/connector';
import { resolveConversation, messageFailed, messageReceived } from '@chat/contracts/messaging';
import { AppError } from '@chat/errors';
import { toTimestamp } from '@chat/service-kit';
import { refusal, until } from '@chat/test-kit';
import { MessagingUnderTest } from '../testing/messaging-under-test';

const cloud = connector({
  service: 'fake-cloud',
  unavailable: 'service_unavailable',
  hasCareWindow: true,
  carries: ['text', 'image'],
});
const HOUR_MS = 60 * 60 * 1000;

describe('the customer care window of a Cloud channel', () => {
  let messaging: MessagingUnderTest;
  let handOver: (messageId: number) => { chat_message_id: string };
  let people = 0;

  beforeAll(async () => {
    messaging = await MessagingUnderTest.start(
      { cloud },
      { environment: { OUTBOUND_ALLOW_CIDRS: '127.0.0.0/8' } },
    );
    messaging.resolve = ({ chat_account_id }) => ({
      effective_channel_type: chat_account_id === 10 ? 'device' : 'cloud',
    });
    await messaging.bus.respond(cloud.send, ({ body }) => handOver(body.message_id));
  });

  beforeEach(() => {
    handOver = (messageId) => ({ chat_message_id: `cloud-${messageId}` });
  });

  afterAll(() => messaging.service.stop());

  const newPerson = () => `151${String((people += 1)).padStart(8, '0')}`;
  const send = (mobile: string, channel = 20) =>
    messaging.send({ mobile_code: '49', mobile, chat_account_id: channel });
  /** The person writes to the channel. */
  const write = async (
    mobile: string,
    hoursAgo: number,
    channel_id = 20,
    more: Partial<InboundData> = {},
  ): Promise<number> => {
    const chat_message_id = `in-${mobile}-${hoursAgo}-${channel_id}`;
    await messaging.bus.publish(cloud.inbound, {
      channel_id,
      chat_message_id,
      from: `49${mobile}`,
      name: null,
      content: { type: 'text', text: 'Hi' },
      sent_at: toTimestamp(new Date(Date.now() - hoursAgo * HOUR_MS)),
      ...more,
    });
    const isIt = ({ data }: { data: { message: { chat_message_id: string | null } } }) =>
      data.message.chat_message_id === chat_message_id;
    return (await messaging.bus.nextEvent(messageReceived, isIt)).data.conversation_id;
  };
  const windowOf = async (conversationId: number) => {
    const { conversation } = await messaging.bus.request(resolveConversation, {
      body: { conversation_id: conversationId },
    });
    return conversation.window_expires_at;
  };
  const closed = {
    code: 'template_required',
    template_send_endpoint: '/v1/templates/send',
    retryable: false,
  };

  it('is closed for somebody who never wrote: nothing is sent, and nothing stored', async () => {
    const before = await messaging.service.query('SELECT id FROM messaging.messages');
    const refused = await refusal(send(newPerson()));
    expect(refused).toMatchObject(closed);
    expect(refused.message_id).toBeUndefined();
    expect(await messaging.service.query('SELECT id FROM messaging.messages')).toEqual(before);
  });

  it('opens with a message of the person, for 24 hours, and the conversation says until when', async () => {
    const mobile = newPerson();
    const conversation = await write(mobile, 23);
    await send(mobile);
    const left = Date.parse((await windowOf(conversation))!) - Date.now();
    expect(left / HOUR_MS).toBeCloseTo(1, 1);
    const { window_expires_at } = await messaging.conversation(conversation);
    expect(window_expires_at).toBe(await windowOf(conversation));
  });

  it('closes after them, and opens again with the next message', async () => {
    const mobile = newPerson();
    const conversation = await write(mobile, 25);
    expect(await refusal(send(mobile))).toMatchObject(closed);
    expect(await refusal(messaging.answer(conversation))).toMatchObject(closed);
    await write(mobile, 0);
    await send(mobile);
  });

  it('does not open with what the network tells of the person, which is not unread either', async () => {
    const mobile = newPerson();
    const conversationId = await write(mobile, 0, 20, {
      content: { type: 'unsupported', raw: '{"type":"system"}' },
      is_notice: true,
    });
    expect(await refusal(send(mobile))).toMatchObject(closed);
    const body = { conversation_id: conversationId };
    const { conversation } = await messaging.bus.request(resolveConversation, { body });
    expect(conversation).toMatchObject({
      window_expires_at: null,
      unread_count: 0,
      last_message: { type: 'unsupported', direction: 'inbound' },
    });
  });

  it('is looked at before a file is fetched by its URL', async () => {
    const mobile = newPerson();
    const sendNoFile = (image_url = 'http://127.0.0.1:1/none.png') =>
      messaging.send({
        mobile_code: '49',
        mobile,
        chat_account_id: 20,
        message: undefined,
        image_url,
      });
    expect(await refusal(sendNoFile())).toMatchObject(closed);
    // What is wrong with the request itself comes before the state of the conversation.
    for (const wrong of ['nonsense', 'ftp://example.com/a.png', 'https://10.0.0.1/a.png']) {
      expect(await refusal(sendNoFile(wrong))).toMatchObject({
        code: 'validation_error',
        errors: { image_url: [expect.stringMatching(/^image_url could not be fetched\. Give a /)] },
      });
    }
    await write(mobile, 0);
    expect(await refusal(sendNoFile())).toMatchObject({ code: 'validation_error' });
  });

  it('is found by the new number of somebody who changes it while a file is fetched by its URL', async () => {
    const [mobile, newMobile] = [newPerson(), newPerson()];
    const conversationId = await write(mobile, 0);
    const png = Buffer.from('89504e470d0a1a0a0000000d49484452000000010000000108060000001f15c489', 'hex');
    const server = createServer((_, response) => {
      const notice = {
        channel_id: 20,
        chat_message_id: `notice-${mobile}`,
        from: `49${mobile}`,
        name: null,
        is_notice: true,
        content: { type: 'system', text: null, system: { type: 'changed' }, new_phone: `49${newMobile}` },
        sent_at: toTimestamp(new Date()),
      } as const;
      const phoneOf = async () => (await messaging.conversation(conversationId)).contact.phone;
      void messaging.bus
        .publish(cloud.inbound, notice)
        .then(() => until(async () => (await phoneOf()) === `49${newMobile}`, { describe: 'the new number' }))
        .finally(() => response.writeHead(200, { 'content-type': 'image/png' }).end(png));
    });
    await once(server.listen(0, '127.0.0.1'), 'listening');
    const { port } = server.address() as AddressInfo;
    const image_url = `http://127.0.0.1:${port}/a.png`;
    const sent = await messaging.answer(conversationId, { message: undefined, image_url });
    expect(sent.conversation_id).toBe(conversationId);
    await new Promise((resolve) => server.close(resolve));
  });

  it('is of one channel and one person', async () => {
    const mobile = newPerson();
    await write(mobile, 0, 21);
    expect(await refusal(send(mobile, 20))).toMatchObject(closed);
    expect(await refusal(send(newPerson(), 21))).toMatchObject(closed);
    await send(mobile, 21);
  });

  it('is also closed when the provider says it first: the message is stored as failed, and told', async () => {
    const mobile = newPerson();
    await write(mobile, 0);
    handOver = () => {
      throw new AppError('template_required', {
        template_send_endpoint: '/v1/templates/send',
        provider: { code: '131047', message: 'Re-engagement message' },
      });
    };
    const refused = await refusal(send(mobile));
    expect(refused).toMatchObject({ ...closed, provider: { code: '131047' } });
    const isIt = ({ data }: { data: { message: { id: number } } }) => data.message.id === refused.message_id;
    const { data } = await messaging.bus.nextEvent(messageFailed, isIt);
    expect(data.message).toMatchObject({ status: 'failed', error: { code: 'template_required' } });
  });

  it('does not exist on Device channels', async () => {
    const mobile = newPerson();
    const { conversation_id } = await send(mobile, 10);
    const { chat_message_id } = await messaging.receive({ channel_id: 10, from: `49${mobile}` });
    await messaging.bus.nextEvent(
      messageReceived,
      ({ data }) => data.message.chat_message_id === chat_message_id,
    );
    expect(await windowOf(conversation_id)).toBeNull();
  });
});
