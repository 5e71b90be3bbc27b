import { randomUUID } from 'node:crypto';
import type { EchoData, ForgetMessages } from '@chat/contracts/connector';
import { deviceConnector, deviceMessageEchoed, deviceMessageReceived } from '@chat/contracts/device-sessions';
import {
  hidePerson,
  listMessages,
  messageReceived,
  messageSent,
  purgePerson,
} from '@chat/contracts/messaging';
import { toTimestamp } from '@chat/service-kit';
import { MessagingUnderTest } from '../testing/messaging-under-test';

const USER_ID = '123456789@lid';

describe('what the owner of a linked phone writes on it', () => {
  let messaging: MessagingUnderTest;
  const forgotten: ForgetMessages[] = [];

  beforeAll(async () => {
    messaging = await MessagingUnderTest.start();
    await messaging.bus.respond(deviceConnector.forget, ({ body }) => {
      forgotten.push(body);
      return {};
    });
  });

  afterAll(() => messaging.service.stop());

  const said = (text: string) => ({
    channel_id: 1,
    chat_message_id: randomUUID(),
    content: { type: 'text' as const, text },
    sent_at: toTimestamp(new Date()),
  });
  const echo = async (to: Pick<EchoData, 'to' | 'provider_user_id'>) => {
    const data = { ...said('By hand'), ...to };
    await messaging.bus.publish(deviceMessageEchoed, data);
    return data;
  };
  const sent = async ({ chat_message_id: id }: Pick<EchoData, 'chat_message_id'>) =>
    (await messaging.bus.nextEvent(messageSent, ({ data }) => data.message.chat_message_id === id)).data;

  it('is kept as sent by the app and told once', async () => {
    const data = await echo({ to: '491700000101' });
    const { message } = await sent(data);
    expect(message).toMatchObject({
      direction: 'outbound',
      source: 'app',
      status: 'sent',
      message: 'By hand',
      sequence: 1,
      author: { type: 'phone', id: null, name: null },
      contact: { phone: '491700000101' },
    });
    await messaging.bus.publish(deviceMessageEchoed, data);
    expect((await sent(await echo({ to: '491700000101' }))).message.sequence).toBe(2);
    expect(messaging.told(messageSent, message.id)).toBe(1);
  });

  it('joins the conversation with somebody who hides the number, and is forgotten with them by their id', async () => {
    const inbound = { ...said('Guess who'), from: null, name: null, provider_user_id: USER_ID };
    await messaging.bus.publish(deviceMessageReceived, inbound);
    const { conversation_id } = (
      await messaging.bus.nextEvent(
        messageReceived,
        ({ data }) => data.message.chat_message_id === inbound.chat_message_id,
      )
    ).data;
    const data = await echo({ to: null, provider_user_id: USER_ID });
    expect((await sent(data)).conversation_id).toBe(conversation_id);
    const { messages } = await messaging.bus.request(listMessages, {
      params: { id: conversation_id },
      query: { page: 1, per_page: 20 },
    });
    expect(messages.map(({ message }) => message)).toEqual(['By hand', 'Guess who']);

    const body = { erasure_id: 1, provider_user_id: USER_ID };
    expect(await messaging.bus.request(hidePerson, { body })).toMatchObject({ conversations: 1 });
    expect(await messaging.bus.request(purgePerson, { body })).toMatchObject({ messages: 2 });
    expect(forgotten).toMatchObject([{ phones: [], user_ids: [USER_ID], messages: [{}, {}] }]);
  });
});
