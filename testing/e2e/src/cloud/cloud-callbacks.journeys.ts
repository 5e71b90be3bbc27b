import type { Conversation, Message, MessageEventData } from '@chat/client';
import { until, type Stack, type TestClient } from '@chat/test-kit';
import {
  control,
  deliverCallbacks,
  freshCustomer,
  freshCustomerNumber,
  openCloudShop,
  type CloudShop,
} from './cloud-shop';
import type { RunningStack } from '../shared-stack';
import { readAll, sendText } from '../messages/shop';

const PEOPLE = 50;
const SENDS = 500;
const WRITTEN = 3_500;
const AT_A_TIME = 16;

/** The provider's callbacks, in any order and number, and while services are down. */
export function cloudCallbacks(stack: RunningStack): void {
  const countWaiting = async () =>
    (await control<{ waiting: number }>(stack(), 'GET', '/cloud/callbacks')).waiting;

  it('turns 10,000 callbacks that arrive shuffled, twice and in batches into the right messages and statuses', async () => {
    const shop = await openCloudShop(stack());
    // Only what is stored is checked here.
    await shop.receiver.stop();
    const people = Array.from({ length: PEOPLE }, () => freshCustomerNumber());
    await inTurns(people, (person) => write(stack(), shop, person, 'Are you open?'));
    await untilEach(shop.client, PEOPLE, (conversation) => conversation.last_message !== null);

    await deliverCallbacks(stack(), { hold: true });
    const sent = Array.from({ length: SENDS }, (_, index) => people[index % PEOPLE]!);
    await inTurns(sent, (person, index) => sendText(shop.client, shop.device.id, person, `Answer ${index}`));
    await inTurns(people, (person) => stack().sandbox.openChat(person, shop.number.digits));
    const writers = Array.from({ length: WRITTEN }, (_, index) => people[index % PEOPLE]!);
    await inTurns(writers, (person, index) => write(stack(), shop, person, `Question ${index}`));
    await until(async () => 2 * (await countWaiting()) >= 10_000, { describe: '10,000 callbacks to wait' });
    await deliverCallbacks(stack(), { hold: false, duplicate: true, shuffle: true, batch: 1_000 });

    const written = WRITTEN / PEOPLE + 1;
    const conversations = await untilEach(
      shop.client,
      PEOPLE,
      (conversation) => conversation.unread_count === written,
    );
    for (const { id } of conversations) {
      const messages = await until(
        async () => {
          const all = await messagesOf(shop.client, id);
          return all.every(({ direction, status }) => direction === 'inbound' || status === 'read') && all;
        },
        { describe: 'every answer to be read', timeoutMs: 60_000 },
      );
      expect(messages).toHaveLength(written + SENDS / PEOPLE);
      expect(messages.map(({ sequence }) => sequence)).toEqual(
        messages.map((_, index) => messages.length - index),
      );
      expect(new Set(messages.map(({ chat_message_id }) => chat_message_id)).size).toBe(messages.length);
    }
    await deliverCallbacks(stack(), { duplicate: false, shuffle: false });
  }, 360_000);

  it('accepts callbacks while NATS and messaging are down, and processes them afterwards', async () => {
    const shop = await openCloudShop(stack());
    const customer = await freshCustomer(stack(), shop);
    await stack().kill('nats');
    const startMessaging = await stack().killAll('messaging');
    try {
      // The gateway still answers itself, even behind an ingress that has run its health checks since.
      await until(async () => (await readyChecks(shop))['gateway.nats'] === false, {
        describe: 'the gateway to miss NATS',
      });
      await stack().ingress?.noticed();
      expect(await readyChecks(shop)).toMatchObject({ accepting: true, 'gateway.nats': false });
      await write(stack(), shop, customer, 'Did you get this?');
      await until(async () => (await countWaiting()) === 0, {
        describe: 'the provider to have its acknowledgement',
      });
    } finally {
      await stack().start('nats');
      await startMessaging();
    }
    const isIt = ({ data }: { data: MessageEventData }) => data.message.message === 'Did you get this?';
    await shop.receiver.waitFor('message.received', isIt, 60_000);
    expect(shop.receiver.ofType('message.received').filter(isIt)).toHaveLength(1);
    await shop.receiver.stop();
  }, 240_000);
}

async function readyChecks({ client }: CloudShop): Promise<Record<string, boolean>> {
  return ((await client.raw.get('/readyz')).body as { checks: Record<string, boolean> }).checks;
}

function write(stack: Stack, { number }: CloudShop, person: string, text: string): Promise<string> {
  return stack.sandbox.write(person, { to: number.digits, text });
}

/** Processes items in order, a few at a time. */
async function inTurns<T, R>(
  items: readonly T[],
  work: (item: T, index: number) => Promise<R>,
): Promise<R[]> {
  const results: R[] = [];
  let next = 0;
  const worker = async () => {
    while (next < items.length) {
      const index = next;
      next += 1;
      results[index] = await work(items[index]!, index);
    }
  };
  await Promise.all(Array.from({ length: AT_A_TIME }, worker));
  return results;
}

/** Waits for that many conversations, each as expected. */
function untilEach(
  client: TestClient,
  count: number,
  isSo: (conversation: Conversation) => boolean,
): Promise<Conversation[]> {
  return until(
    async () => {
      const { conversations } = await client.listConversations({ per_page: 100 });
      return conversations.length === count && conversations.every(isSo) && conversations;
    },
    { describe: `${count} conversations to be as they should`, timeoutMs: 240_000 },
  );
}

/** Newest first. */
async function messagesOf(client: TestClient, conversationId: number): Promise<Message[]> {
  const messages = await readAll(client.listMessages({ id: conversationId, per_page: 100 }));
  return messages.toSorted((a, b) => b.sequence - a.sequence);
}
