import type { Message, MessageEventData, SentMessage } from '@chat/contracts/messaging';
import { ApiClient, Stack, until, type Answer, type Credential, type WebhookReceiver } from '@chat/testing';
import { connectPhone, freshNumber, listen, sendText, untilStatus } from './shop';

const SENDS = 50;
const CONCURRENCY = 6;
/** The victim dies while the sends around this one are under way. */
const KILL_AFTER = 15;

const victims = [
  'messaging',
  'device-sessions',
  'webhooks',
  'gateway-2',
  'channels',
  'sandbox',
  'nats',
  'postgres',
];

describe('kill -9 in the middle of 50 sends', () => {
  let stack: Stack;
  let credential: Credential;
  let clients: ApiClient[];
  let receiver: WebhookReceiver;
  let channelId: number;

  beforeAll(async () => {
    stack = await Stack.start({
      layout: 'services',
      replicas: { gateway: 2 },
      durable: true,
      env: { SEND_TIMEOUT_MS: '5000' },
    });
    credential = await stack.admin.createApiKey((await stack.admin.createAccount()).id);
    clients = stack.gatewayUrls.map((url) => new ApiClient(url, credential));
    receiver = await listen(clients[0]!);
    channelId = (await connectPhone(stack, clients[0]!)).device.id;
  });

  afterAll(async () => {
    await receiver.stop();
    await stack.stop();
  });

  it.each(victims)(
    'of %s loses nothing, sends nothing twice and leaves nothing unsettled',
    async (victim) => {
      const customer = freshNumber();
      const answers = await sendThroughCrash(victim, customer);
      const accepted = answers.filter((answer) => answer?.status === 201).map((answer) => answer!.data);
      const unexpected = answers.filter(
        (answer) => answer && ![201, 422, 500, 502, 503].includes(answer.status),
      );
      expect(unexpected.map((answer) => answer!.body)).toEqual([]);
      expect(accepted.length).toBeGreaterThan(0);

      await recovered();
      const conversationId = accepted[0]!.conversation_id;
      const messages = await settledMessages(conversationId);
      expectAllStored(messages, accepted);
      await expectSentOnce(messages);
      await expectEventsDelivered(messages);
    },
    90_000,
  );

  /** Fifty sends over both gateways, with the victim killed on the way and started again. */
  async function sendThroughCrash(victim: string, customer: string): Promise<(Answer<SentMessage> | null)[]> {
    const answers: (Answer<SentMessage> | null)[] = [];
    let next = 0;
    let restarted: Promise<void> | undefined;
    const sender = async () => {
      while (next < SENDS) {
        const index = (next += 1);
        const client = clients[index % clients.length]!;
        // No answer at all is a possible outcome: the process behind the connection may be the one that died.
        answers.push(await sendText(client, channelId, customer, `${victim} ${index}`).catch(() => null));
        if (answers.length === KILL_AFTER) restarted = stack.kill(victim).then(() => stack.start(victim));
      }
    };
    await Promise.all(Array.from({ length: CONCURRENCY }, sender));
    await restarted;
    return answers;
  }

  async function recovered(): Promise<void> {
    await until(() => untilStatus(clients[0]!, channelId, 'connected').catch(() => false), {
      describe: 'the channel to be connected again',
      timeoutMs: 30_000,
    });
    await until(
      async () => (await sendText(clients[0]!, channelId, freshNumber(), 'Works again?')).status === 201,
      { describe: 'a send to succeed again', timeoutMs: 30_000 },
    );
  }

  /** All messages of the conversation, once none of them is still being handed over. */
  function settledMessages(conversationId: number): Promise<Message[]> {
    return until(
      async () => {
        const path = `/v1/conversations/${conversationId}/messages?per_page=100`;
        const { messages } = (await clients[0]!.get<{ messages: Message[] }>(path)).data;
        const isSettled = messages.every(({ status }) => !['queued', 'sent'].includes(status));
        return isSettled && messages;
      },
      { describe: 'every message to be delivered, failed or unknown', timeoutMs: 30_000 },
    );
  }

  function expectAllStored(messages: Message[], accepted: SentMessage[]): void {
    const stored = new Map(messages.map((message) => [message.id, message]));
    for (const { message_id, chat_message_id } of accepted) {
      expect(stored.get(message_id)).toMatchObject({ chat_message_id, status: 'delivered' });
    }
    const sequences = messages.map(({ sequence }) => sequence).sort((a, b) => a - b);
    expect(sequences).toEqual(sequences.map((_, index) => index + 1));
  }

  async function expectSentOnce(messages: Message[]): Promise<void> {
    const ledger = await stack.sandbox.sends();
    const times = (id: number) => ledger.filter(({ reference }) => reference === String(id)).length;
    for (const { id, status } of messages) {
      if (status === 'delivered') expect({ id, times: times(id) }).toEqual({ id, times: 1 });
      else if (status === 'failed') expect({ id, times: times(id) }).toEqual({ id, times: 0 });
      else expect(times(id)).toBeLessThanOrEqual(1);
    }
  }

  async function expectEventsDelivered(messages: Message[]): Promise<void> {
    for (const { id, status } of messages) {
      if (status === 'unknown') continue;
      const isOurs = ({ data }: { data: MessageEventData }) => data.message.id === id;
      await receiver.waitFor<MessageEventData>(`message.${status}`, isOurs, 30_000);
    }
    expect(receiver.received.filter(({ verified }) => !verified)).toEqual([]);
  }
});
