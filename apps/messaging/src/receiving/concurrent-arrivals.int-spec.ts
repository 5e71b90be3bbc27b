import type { InboundData } from '@chat/contracts/connector';
import { deviceMessageReceived } from '@chat/contracts/device-sessions';
import { listConversations, listMessages, messageReceived, type Message } from '@chat/contracts/messaging';
import { toTimestamp } from '@chat/service-kit';
import { until } from '@chat/test-kit';
import { MessagingUnderTest } from '../testing/messaging-under-test';

const CONVERSATIONS = 10;
const MESSAGES_EACH = 100;
/** The spellings of one number by which the network knows each contact. */
const spellings = (contact: number) => [`551198765${4321 + contact}`, `55118765${4321 + contact}`];

describe('1,000 messages for 10 conversations that arrive at once, shuffled and repeated, over three replicas', () => {
  let messaging: MessagingUnderTest;

  beforeAll(async () => {
    messaging = await MessagingUnderTest.start({}, { replicas: 3 });
    await arriveAll();
  }, 180_000);

  afterAll(() => messaging.service.stop());

  const sentAt = (number: number) => toTimestamp(new Date(Date.UTC(2026, 0, 1) + number * 1_000));
  const messageOf = (contact: number, number: number): InboundData => ({
    channel_id: 1,
    chat_message_id: `${contact}-${number}`,
    from: spellings(contact)[number % 2]!,
    name: null,
    content: { type: 'text', text: `message ${number}` },
    sent_at: sentAt(number),
  });

  const arriveAll = async () => {
    const messages = Array.from({ length: CONVERSATIONS * MESSAGES_EACH }, (_, index) =>
      messageOf(index % CONVERSATIONS, Math.floor(index / CONVERSATIONS)),
    );
    // Each third message comes under a second event, each fifth event comes twice.
    const events = [
      ...messages.map((data, index) => ({ data, id: uuidOf(index), times: index % 5 === 0 ? 2 : 1 })),
      ...messages.flatMap((data, index) =>
        index % 3 === 0 ? [{ data, id: uuidOf(10_000 + index), times: 1 }] : [],
      ),
    ];
    const arrivals = shuffled(
      events.flatMap(({ data, id, times }) => Array.from({ length: times }, () => ({ data, id }))),
    );
    await Promise.all(
      arrivals.map(({ data, id }) => messaging.bus.publish(deviceMessageReceived, data, { id })),
    );
    await until(async () => (await consumed()) === events.length, {
      describe: 'every event to be consumed',
      timeoutMs: 120_000,
    });
  };
  const consumed = async () =>
    (
      await messaging.service.query(
        `SELECT FROM messaging.inbox WHERE consumer = 'messaging-device-sessions'`,
      )
    ).length;
  const conversations = async () =>
    (await messaging.bus.request(listConversations, { query: { per_page: 100 } })).conversations;
  const messagesOf = async (id: number): Promise<Message[]> =>
    (await messaging.bus.request(listMessages, { params: { id }, query: { per_page: 100 } })).messages;

  it('are each there once, in one conversation of each contact', async () => {
    const all = await conversations();
    expect(all).toHaveLength(CONVERSATIONS);
    for (const { id } of all) {
      const texts = (await messagesOf(id)).map(({ message }) => message);
      // Newest first, by the time at which they were sent.
      expect(texts).toEqual(
        Array.from({ length: MESSAGES_EACH }, (_, index) => `message ${MESSAGES_EACH - 1 - index}`),
      );
    }
  });

  it('are numbered without a gap', async () => {
    for (const { id } of await conversations()) {
      const sequences = (await messagesOf(id)).map(({ sequence }) => sequence).sort((a, b) => a - b);
      expect(sequences).toEqual(Array.from({ length: MESSAGES_EACH }, (_, index) => index + 1));
    }
  });

  it('are counted as unread, and the newest by its time is the last one', async () => {
    for (const conversation of await conversations()) {
      expect(conversation).toMatchObject({
        unread_count: MESSAGES_EACH,
        last_message: { message: `message ${MESSAGES_EACH - 1}` },
        last_message_at: sentAt(MESSAGES_EACH - 1),
      });
    }
  });

  it('are each told once', async () => {
    const told = () => messaging.bus.events(messageReceived).map(({ data }) => data.message.chat_message_id);
    await until(() => new Set(told()).size === CONVERSATIONS * MESSAGES_EACH, {
      describe: 'every message to be told of',
    });
    expect(told()).toHaveLength(CONVERSATIONS * MESSAGES_EACH);
  });
});

function uuidOf(index: number): string {
  return `00000000-0000-4000-8000-${String(index).padStart(12, '0')}`;
}

/** In an order that is the same in each run. */
function shuffled<T>(items: T[]): T[] {
  let seed = 7;
  const random = () => (seed = (seed * 48_271) % 2_147_483_647) / 2_147_483_647;
  return items
    .map((item) => ({ item, place: random() }))
    .sort((a, b) => a.place - b.place)
    .map(({ item }) => item);
}
