import { connector } from '@chat/contracts/connector';
import { getConversation, listMessages, messageReceived, type Message } from '@chat/contracts/messaging';
import { toTimestamp } from '@chat/service-kit';
import { refusal } from '@chat/testing';
import { MessagingUnderTest } from '../testing/messaging-under-test';

const cloud = connector({
  service: 'fake-cloud',
  unavailable: 'service_unavailable',
  hasCareWindow: true,
  carries: ['text'],
});
const CHANNEL = 20;

describe('people whose number the network hides', () => {
  let messaging: MessagingUnderTest;
  let handed: { to: string | null; provider_user_id?: string }[];
  let people = 0;
  let messages = 0;

  beforeAll(async () => {
    messaging = await MessagingUnderTest.start({ cloud });
    messaging.resolve = () => ({ effective_channel_type: 'cloud' });
    await messaging.bus.respond(cloud.send, ({ body }) => {
      handed.push(body);
      return { chat_message_id: `cloud-${body.message_id}` };
    });
  });

  beforeEach(() => {
    handed = [];
    people += 1;
  });

  afterAll(() => messaging.service.stop());

  const userId = () => `DE.${people}`;
  const phone = () => `49151${String(people).padStart(8, '0')}`;
  /** The person writes, and the network shows as much of it. */
  const write = async (shown: { from: string | null; provider_user_id?: string }): Promise<Message> => {
    messages += 1;
    const chat_message_id = `in-${messages}`;
    await messaging.bus.publish(cloud.inbound, {
      channel_id: CHANNEL,
      chat_message_id,
      name: 'Ada',
      content: { type: 'text', text: chat_message_id },
      sent_at: toTimestamp(new Date()),
      ...shown,
    });
    const isIt = ({ data }: { data: { message: Message } }) =>
      data.message.chat_message_id === chat_message_id;
    return (await messaging.bus.nextEvent(messageReceived, isIt)).data.message;
  };
  const hidden = () => write({ from: null, provider_user_id: userId() });
  const both = () => write({ from: phone(), provider_user_id: userId() });
  const conversation = async (id: number) =>
    (await messaging.bus.request(getConversation, { body: { conversation_id: id } })).conversation;
  const sequencesOf = async (id: number) => {
    const { messages: listed } = await messaging.bus.request(listMessages, { params: { id }, query: {} });
    return listed.map(({ sequence }) => sequence).sort((a, b) => a - b);
  };

  it('have a conversation, and are answered in it', async () => {
    const first = await hidden();
    const second = await hidden();
    expect(second.conversation_id).toBe(first.conversation_id);
    expect(first.contact).toEqual({ id: null, name: 'Ada', phone: null, provider_user_id: userId() });
    await messaging.answer(first.conversation_id);
    expect(handed).toEqual([expect.objectContaining({ to: null, provider_user_id: userId() })]);
  });

  it('keep it when their number is seen, and when it is hidden again', async () => {
    const first = await hidden();
    expect(await both()).toMatchObject({
      conversation_id: first.conversation_id,
      contact: { phone: phone() },
    });
    expect(await hidden()).toMatchObject({
      conversation_id: first.conversation_id,
      contact: { phone: phone(), provider_user_id: userId() },
    });
    await messaging.answer(first.conversation_id);
    expect(handed).toEqual([expect.objectContaining({ to: phone() })]);
  });

  it('keep the conversation of their number when they hide it', async () => {
    const first = await both();
    expect((await hidden()).conversation_id).toBe(first.conversation_id);
  });

  it('have one conversation of two when both are seen together, with all messages of both', async () => {
    const byNumber = await write({ from: phone() });
    const byUserId = await hidden();
    await hidden();
    expect(byUserId.conversation_id).not.toBe(byNumber.conversation_id);
    expect((await both()).conversation_id).toBe(byNumber.conversation_id);
    expect(await sequencesOf(byNumber.conversation_id)).toEqual([1, 2, 3, 4]);
    expect(await conversation(byNumber.conversation_id)).toMatchObject({
      unread_count: 4,
      contact: { phone: phone(), provider_user_id: userId() },
    });
    expect((await refusal(conversation(byUserId.conversation_id))).code).toBe('not_found');
  });
});
