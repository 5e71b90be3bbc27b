import type { Message } from '@chat/client';
import { until, type TestClient, type WebhookReceiver } from '@chat/test-kit';
import { listen, readAll } from '../messages/shop';
import type { RunningStack } from '../shared-stack';
import { connectCloud, control, deliverCallbacks } from './cloud-shop';

const BUSINESS = '4930500000001';
const CONTACTS = 500;
/** `COEXISTENCE=full` imports 20,000 messages; it takes minutes. `callbacks` is how many the provider sends them in, at least. */
const { writers, messagesOfEach, callbacks } =
  process.env.COEXISTENCE === 'full'
    ? { writers: 100, messagesOfEach: 200, callbacks: 45 }
    : { writers: 20, messagesOfEach: 150, callbacks: 13 };
const HISTORY_DAYS = 100;
const DAY_MS = 24 * 60 * 60 * 1000;
const PEOPLE = Array.from({ length: CONTACTS }, (_, index) => `49152${String(index).padStart(8, '0')}`);
/** The people who have messages. */
const WRITERS = PEOPLE.slice(0, writers);
const LITTLE_MEMORY = { NODE_OPTIONS: '--max-old-space-size=96' };

/** Too little for processes that would keep the history in memory. */
export const LITTLE_MEMORY_FOR_HISTORY = { 'cloud-connector': LITTLE_MEMORY, messaging: LITTLE_MEMORY };

/** A number of the business app with a history. @param stack with `LITTLE_MEMORY_FOR_HISTORY`. */
export function historyOfApp(stack: RunningStack): void {
  let client: TestClient;
  let receiver: WebhookReceiver;
  let channelId: number;

  const sync = async () => (await client.getChannelStatus({ id: channelId })).sync;
  const reaches = (percent: number) =>
    until(async () => ((await sync().catch(() => null))?.progress ?? 0) >= percent, {
      describe: `${percent} percent of the history`,
      timeoutMs: 120_000,
    });
  const countContacts = async () => (await client.listContacts({ per_page: 1 })).pagination!.total;

  beforeAll(async () => {
    const account = await stack().admin.createAccount();
    client = stack().typedClient(await stack().admin.createApiKey(account.id));
    receiver = await listen(client);
    const number = await stack().sandbox.putNumber(BUSINESS, { coexistence: true });
    await control(stack(), 'POST', `/cloud/numbers/${BUSINESS}/sync`, {
      contacts: PEOPLE.map((phone, index) => ({ phone, name: `Person ${index}` })),
      threads: WRITERS.map((phone, person) => ({
        phone,
        messages: Array.from({ length: messagesOfEach }, (_, index) => ({
          from_me: index % 3 === 0,
          text: `${phone} message ${index}`,
          sent_at: new Date(Date.now() - ageOf(index) - person * 1_000).toISOString(),
        })),
      })),
    });
    await deliverCallbacks(stack(), { hold: true, shuffle: true, batch: 7 });
    channelId = (await connectCloud(stack(), account.id, number, { coexistence: true })).id;
    const hasAll = async () => (await deliverCallbacks(stack(), {})) >= callbacks;
    await until(hasAll, { describe: 'everything to be asked for and shared' });
  });

  afterAll(() => receiver.stop());

  it(`of ${CONTACTS} contacts and ${writers * messagesOfEach} messages is imported completely and once, without events, even if the processes involved are killed with kill -9`, async () => {
    await deliverCallbacks(stack(), { hold: false });
    for (const [percent, victim] of [
      [20, 'cloud-connector'],
      [50, 'messaging'],
    ] as const) {
      await reaches(percent);
      const startAgain = await stack().killAll(victim);
      await startAgain();
    }
    await until(async () => (await sync())?.status === 'completed', {
      describe: 'the end of the sync',
      timeoutMs: 120_000,
    });
    expect(await sync()).toMatchObject({ progress: 100, error: null });

    await until(async () => (await countContacts()) === CONTACTS, { describe: 'all contacts' });
    const conversations = await until(
      async () => {
        const all = await readAll(client.listConversations({ per_page: 100 }));
        return all.every(({ contact }) => contact.name?.startsWith('Person ')) && all;
      },
      { describe: 'the names of the contacts in the conversations' },
    );
    expect(conversations.map(({ contact }) => contact.phone).toSorted()).toEqual(WRITERS);
    expect(conversations.filter(({ unread_count }) => unread_count > 0)).toEqual([]);
    expect(conversations.filter((one) => one.window_expires_at !== null)).toEqual([]);
    for (const { id, contact } of conversations) {
      expectWhole(await readAll(client.listMessages({ id, per_page: 100 })), contact.phone!);
    }
    expect(receiver.received.filter(({ type }) => type.startsWith('message.'))).toEqual([]);
  }, 400_000);

  it('reports what is written in the app from then on', async () => {
    await deliverCallbacks(stack(), { shuffle: false });
    const echo = { phone: PEOPLE[0]!, text: 'From the app', sent_at: new Date().toISOString() };
    await control(stack(), 'POST', `/cloud/numbers/${BUSINESS}/sync`, { echoes: [echo] });
    const { data } = await receiver.waitFor('message.sent');
    expect(data.message).toMatchObject({
      source: 'app',
      message: 'From the app',
      sequence: messagesOfEach + 1,
    });
    expect(receiver.received.filter(({ type }) => type.startsWith('message.'))).toHaveLength(1);
  });
}

/** From an hour to 100 days, so that every phase has some. */
function ageOf(index: number): number {
  return 3_600_000 + (index * HISTORY_DAYS * DAY_MS) / messagesOfEach;
}

function expectWhole(messages: Message[], phone: string): void {
  const texts = messages.map(({ message }) => message);
  // Newest first, in the order in which they were written.
  expect(texts).toEqual(Array.from({ length: messagesOfEach }, (_, index) => `${phone} message ${index}`));
  const sequences = messages.map(({ sequence }) => sequence).toSorted((one, other) => one - other);
  expect(sequences).toEqual(sequences.map((_, index) => index + 1));
  const sources = messages.map(({ direction, source }) => `${direction} ${source}`);
  expect(sources).toEqual(texts.map((_, index) => (index % 3 === 0 ? 'outbound app' : 'inbound customer')));
}
