import { connector } from '@chat/contracts/connector';
import { resolveConversation, listMessages, messageReceived } from '@chat/contracts/messaging';
import { toTimestamp } from '@chat/service-kit';
import { until } from '@chat/test-kit';
import { MessagingUnderTest } from '../testing/messaging-under-test';

const cloud = connector({
  service: 'fake-cloud',
  unavailable: 'service_unavailable',
  hasCareWindow: true,
  carries: ['text'],
});
const CHANNEL = 20;
const [OLD, NEW] = ['4915100000001', '4915200000001'];

describe('a notice about somebody without a conversation', () => {
  let messaging: MessagingUnderTest;
  let messages = 0;

  beforeAll(async () => {
    messaging = await MessagingUnderTest.start({ cloud });
    messaging.resolve = () => ({ effective_channel_type: 'cloud' });
  });

  afterAll(() => messaging.service.stop());

  const sent = () => ({
    channel_id: CHANNEL,
    chat_message_id: `in-${(messages += 1)}`,
    name: null,
    sent_at: toTimestamp(new Date()),
  });
  const write = async (from: string) => {
    const data = sent();
    const content = { type: 'text', text: 'Hello' } as const;
    await messaging.bus.publish(cloud.inbound, { ...data, from, content });
    const received = await messaging.bus.nextEvent(
      messageReceived,
      (event) => event.data.message.chat_message_id === data.chat_message_id,
    );
    return received.data.message;
  };
  const tell = async () => {
    const system = { type: 'user_changed_number', wa_id: NEW };
    const content = { type: 'system', text: 'A new number', system, new_phone: NEW } as const;
    const notice = { ...sent(), from: OLD, is_notice: true, content };
    const { id } = await messaging.bus.publish(cloud.inbound, notice);
    const taken = 'SELECT FROM messaging.inbox WHERE event_id = $1';
    await until(async () => (await messaging.service.query(taken, [id])).length > 0, {
      describe: 'the notice to be taken',
    });
  };
  const conversation = async (id: number) =>
    (await messaging.bus.request(resolveConversation, { body: { conversation_id: id } })).conversation;

  it('waits for their message, which it overtook, and then changes the number', async () => {
    await tell();
    const { conversation_id: id } = await write(OLD);
    await until(async () => (await conversation(id)).contact.phone === NEW, { describe: 'the new number' });
    const { messages: listed } = await messaging.bus.request(listMessages, { params: { id }, query: {} });
    expect(listed.map(({ type }) => type)).toEqual(expect.arrayContaining(['system', 'text']));
    expect((await write(NEW)).conversation_id).toBe(id);
  });
});
