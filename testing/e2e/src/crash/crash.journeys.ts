import { setTimeout as delay } from 'node:timers/promises';
import type { Conversation, Message, MessageEventData, SentMessage } from '@chat/client';
import { failureOf, TestClient, until, type Answer, type Stack, type WebhookReceiver } from '@chat/test-kit';
import { sharedStack } from '../shared-stack';
import {
  connectPhone,
  freshNumber,
  listen,
  readAll,
  receiverAt,
  sendText,
  untilStatus,
} from '../messages/shop';

const SENDS = 50;
const CONCURRENCY = 6;
/** How long the network delays the first sends, so that the victim is killed while they are in progress. */
const HELD_MS = 3_000;
/**
 * Maximum number of crashes. A machine that pauses for longer than the delay may kill the victim too late; it is then
 * killed again.
 */
const MAX_CRASHES = 4;

export interface Victim {
  name: string;
  /** Whether sends in progress pass through it, so that their answers are lost with it. */
  isOnTheWay: boolean;
}

type SendAnswer = Answer<SentMessage> | null;

/** A channel for sending, and how a reachable receiver is prepared. */
export interface Line {
  channelId: number;
  open: (customer: string) => Promise<void>;
}

export type OpenLine = (stack: Stack, client: TestClient, accountId: number) => Promise<Line>;

const byPhone: OpenLine = async (stack, client) => ({
  channelId: (await connectPhone(stack, client)).device.id,
  open: () => Promise.resolve(),
});

/**
 * Kills each victim while sends are in progress, and compares afterwards what the clients, the receivers, the network
 * and the database know.
 */
export function crashes(victims: Victim[], openLine = byPhone): void {
  const stack = sharedStack({
    layout: 'services',
    replicas: { gateway: 2 },
    durable: true,
    env: { SEND_TIMEOUT_MS: '5000', PROVIDER_PAIR_BURST: '0', SANDBOX_PAIR_BURST: '0' },
  });
  let clients: TestClient[];
  let receiver: WebhookReceiver;
  let channelId: number;
  let line: Line;

  beforeAll(async () => {
    const account = await stack().admin.createAccount();
    const credential = await stack().admin.createApiKey(account.id);
    clients = stack().gatewayUrls.map((url) => new TestClient(url, credential));
    receiver = await listen(clients[0]!);
    line = await openLine(stack(), clients[0]!, account.id);
    channelId = line.channelId;
  });

  afterAll(() => receiver.stop());

  it.each(victims)(
    'of $name loses nothing, sends nothing twice and leaves nothing unsettled',
    async ({ name, isOnTheWay }) => {
      for (let crashes = 1; crashes <= MAX_CRASHES; crashes += 1) {
        const answers = await crashAmidSends(name);
        const wereHeld = answers.slice(0, CONCURRENCY);
        // Behind an ingress, it is unknown which gateway was used.
        if (!isOnTheWay || stack().ingress || wereHeld.some((answer) => answer?.status !== 201)) return;
      }
      throw new Error(`${name} died ${MAX_CRASHES} times, without affecting any send in progress.`);
    },
    480_000,
  );

  /** @returns the answers, after everything known about the sends was compared. */
  async function crashAmidSends(victim: string): Promise<SendAnswer[]> {
    const customer = freshNumber();
    await line.open(customer);
    const answers = await sendThroughCrash(victim, customer);
    expect(unexpected(answers)).toEqual([]);
    await recovered();
    const messages = await settledMessages((await conversationWith(customer))!.id);
    expectAllStored(messages, answers);
    await expectSentOnce(messages);
    await expectEventsDelivered(messages);
    return answers;
  }

  /**
   * Makes fifty sends over both gateways, and more until the victim is back. The network delays the first ones until
   * the victim is dead. The answers are in the order of the sends.
   */
  async function sendThroughCrash(victim: string, customer: string): Promise<SendAnswer[]> {
    await stack().sandbox.setFault({
      match: { to: customer },
      mode: 'slow',
      delay_ms: HELD_MS,
      times: CONCURRENCY,
    });
    const answers: SendAnswer[] = [];
    let sends = 0;
    let isBack = false;
    const sender = async () => {
      while (sends < SENDS || !isBack) {
        const index = sends;
        sends += 1;
        const { raw } = clients[index % clients.length]!;
        const message = {
          ...receiverAt(customer),
          chat_account_id: channelId,
          message: `${victim} ${index}`,
        };
        // Raw, since the typed client gives each send a key. A missing answer is a valid result: the process behind the
        // connection may be the one that was killed.
        // the connection may be the one that died.
        const answer = await raw.post<SentMessage>('/v1/messages', message).catch(() => null);
        answers[index] = answer;
        // Waits as a refused client would.
        if (answer?.status !== 201) await delay(200);
      }
    };
    const crash = async () => {
      const isOver = () => answers.some((answer) => answer?.status === 201);
      await untilUnderWay(customer, isOver);
      const startAgain = await stack().killAll(victim);
      await startAgain();
    };
    await Promise.all([
      ...Array.from({ length: CONCURRENCY }, sender),
      crash().finally(() => (isBack = true)),
    ]);
    return answers;
  }

  async function conversationWith(customer: string): Promise<Conversation | undefined> {
    const { conversations } = await clients[0]!.listConversations();
    return conversations.find(({ contact }) => contact.phone === customer);
  }

  /** Resolves while the first messages are stored without a result, or when the sends are over. */
  async function untilUnderWay(customer: string, isOver: () => boolean): Promise<void> {
    await until(
      async () => {
        if (isOver()) return true;
        const conversation = await conversationWith(customer);
        if (!conversation) return false;
        const messages = await messagesOf(conversation.id);
        return messages.filter(({ status }) => status === 'queued').length === CONCURRENCY;
      },
      { describe: `${CONCURRENCY} messages to be under way` },
    );
  }

  const messagesOf = (id: number) => readAll(clients[0]!.listMessages({ id, per_page: 100 }));

  async function recovered(): Promise<void> {
    await until(() => untilStatus(clients[0]!, channelId, 'connected').catch(() => false), {
      describe: 'the channel to be connected again',
      timeoutMs: 60_000,
    });
    const person = freshNumber();
    await line.open(person);
    const send = () => sendText(clients[0]!, channelId, person, 'Works again?');
    await until(async () => (await failureOf(send())) === null, {
      describe: 'a send to succeed again',
      timeoutMs: 60_000,
    });
  }

  /** Returns all messages of the conversation, once none of them is in progress. */
  function settledMessages(conversationId: number): Promise<Message[]> {
    return until(
      async () => {
        const messages = await messagesOf(conversationId);
        const isSettled = messages.every(({ status }) => !['queued', 'sent'].includes(status));
        return isSettled && messages;
      },
      { describe: 'every message to be delivered, failed or unknown', timeoutMs: 60_000 },
    );
  }

  function expectAllStored(messages: Message[], answers: SendAnswer[]): void {
    const stored = new Map(messages.map((message) => [message.id, message]));
    for (const answer of answers.filter((one) => one?.status === 201)) {
      const { message_id, chat_message_id } = answer!.data;
      expect(stored.get(message_id)).toMatchObject({ chat_message_id, status: 'delivered' });
    }
    const sequences = messages.map(({ sequence }) => sequence).sort((a, b) => a - b);
    expect(sequences).toEqual(sequences.map((_, index) => index + 1));
  }

  async function expectSentOnce(messages: Message[]): Promise<void> {
    const ledger = await stack().sandbox.sends();
    const times = (id: number) => ledger.filter(({ reference }) => reference === String(id)).length;
    for (const { id, status } of messages.filter(isOutbound)) {
      if (status === 'delivered') expect({ id, times: times(id) }).toEqual({ id, times: 1 });
      else if (status === 'failed') expect({ id, times: times(id) }).toEqual({ id, times: 0 });
      else expect(times(id)).toBeLessThanOrEqual(1);
    }
  }

  async function expectEventsDelivered(messages: Message[]): Promise<void> {
    for (const { id, status } of messages.filter(isOutbound)) {
      if (status === 'unknown') continue;
      const isOurs = ({ data }: { data: MessageEventData }) => data.message.id === id;
      await receiver.waitFor(`message.${status as 'sent'}`, isOurs, 60_000);
    }
    expect(receiver.received.filter(({ verified }) => !verified)).toEqual([]);
  }
}

function isOutbound({ direction }: Message): boolean {
  return direction === 'outbound';
}

/** Returns the answers that no client should get from an installation that lost a process. */
function unexpected(answers: SendAnswer[]): unknown[] {
  const expected = [201, 422, 500, 502, 503];
  return answers
    .filter((answer) => answer && !expected.includes(answer.status))
    .map((answer) => answer!.body);
}
