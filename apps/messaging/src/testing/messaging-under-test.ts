import type { EventType, InputOf, OutputOf, RequestContext } from '@chat/contracts';
import { channelsChanged, resolveChannel, type Channel } from '@chat/contracts/channels';
import type { InboundData, Receipt, ReceiptLevel } from '@chat/contracts/connector';
import { deviceConnector } from '@chat/contracts/device-sessions';
import {
  getMessage,
  listConversations,
  sendMessage,
  type Conversation,
  type Message,
  type SendMessage,
} from '@chat/contracts/messaging';
import { toTimestamp } from '@chat/service-kit';
import { someChannel, startTestService, testContext, type TestService } from '@chat/test-kit';
import { connectors, type Connectors } from '../connectors/connectors';
import { messagingWith } from '../service';

const { send: handOver, settle, read: readReceipt, receipts, inbound } = deviceConnector;

type Handler<Op> = (
  body: InputOf<Op> extends { body: infer B } ? B : never,
  context: RequestContext,
) => OutputOf<Op> | Promise<OutputOf<Op>>;

type AnswerChannel = (body: { chat_account_id?: number }) => Partial<Channel> | Promise<Partial<Channel>>;

/** The service with faked peers: a connected channel, and a phone that accepts every message. */
export class MessagingUnderTest {
  private answerChannel: AnswerChannel = () => ({});
  /** The connector's handler for handing over a message. */
  handOver!: Handler<typeof handOver>;
  /** The connector's handler for settling a send. */
  settle!: Handler<typeof settle>;
  /** The connector's handler for read receipts. */
  takeReceipt!: Handler<typeof readReceipt>;

  private devices: { unsubscribe(): void }[] = [];
  private chatMessages = 0;

  private constructor(readonly service: TestService) {
    this.playWell();
  }

  /** Restores the defaults: the channel is connected and the phone accepts every message. */
  playWell(): void {
    this.resolve = () => ({});
    this.handOver = ({ message_id }) => ({ chat_message_id: `chat-${message_id}` });
    this.settle = () => ({ outcome: 'unknown', chat_message_id: null, error: null });
    this.takeReceipt = () => ({});
  }

  /** @param more additional connectors besides the phones. */
  static async start(
    more: Partial<Connectors> = {},
    { replicas = 1, environment = {} } = {},
  ): Promise<MessagingUnderTest> {
    const service = messagingWith({ ...connectors, ...more });
    const fixture = new MessagingUnderTest(await startTestService(service, environment, { replicas }));
    await fixture.bus.respond(resolveChannel, async ({ body }) => ({
      device: { ...connectedChannel(body.chat_account_id ?? 1), ...(await fixture.answerChannel(body)) },
    }));
    await fixture.connectDevices();
    return fixture;
  }

  /** Sets the reply of the channels service; only the members that matter to a spec. */
  set resolve(answer: AnswerChannel) {
    this.answerChannel = answer;
    this.bus.nats.publish(channelsChanged.subject, '1');
  }

  async connectDevices(): Promise<void> {
    this.devices = [
      await this.bus.respond(handOver, ({ body }, context) => this.handOver(body, context)),
      await this.bus.respond(settle, ({ body }, context) => this.settle(body, context)),
      await this.bus.respond(readReceipt, ({ body }, context) => this.takeReceipt(body, context)),
    ];
  }

  /** Removes the device session service. */
  async disconnectDevices(): Promise<void> {
    this.devices.forEach((subscription) => subscription.unsubscribe());
    await this.bus.nats.flush();
  }

  get bus(): TestService['bus'] {
    return this.service.bus;
  }

  send(body: Partial<SendMessage> = {}, context = testContext()): Promise<OutputOf<typeof sendMessage>> {
    return this.bus.request(
      sendMessage,
      { body: { mobile_code: '49', mobile: '15112345678', message: 'Hello', ...body } },
      context,
    );
  }

  answer(
    conversationId: number,
    body: Partial<SendMessage> = {},
    context = testContext(),
  ): Promise<OutputOf<typeof sendMessage>> {
    return this.bus.request(
      sendMessage,
      { body: { conversation_id: conversationId, message: 'Hello again', ...body } },
      context,
    );
  }

  async read(id: number, accountId = 1): Promise<Message> {
    return (await this.bus.request(getMessage, { params: { id } }, testContext({ accountId }))).message;
  }

  /** The conversation as lists show it: one of the 100 newest. */
  async conversation(id: number, accountId = 1): Promise<Conversation> {
    const query = { per_page: 100 };
    const { conversations } = await this.bus.request(
      listConversations,
      { query },
      testContext({ accountId }),
    );
    return conversations.find((one) => one.id === id)!;
  }

  /** Receives a message; a text by default. */
  async receive(
    { text = 'Hi', ...data }: Partial<InboundData> & { text?: string } = {},
    accountId = 1,
  ): Promise<InboundData> {
    this.chatMessages += 1;
    const message: InboundData = {
      channel_id: 1,
      chat_message_id: `in-${this.chatMessages}`,
      from: '4915112345678',
      name: 'Ada',
      content: { type: 'text', text },
      sent_at: toTimestamp(new Date()),
      ...data,
    };
    await this.bus.publish(inbound, message, { accountId });
    return message;
  }

  /** Reports the progress of a message. */
  acknowledge(
    messageId: number,
    level: ReceiptLevel,
    receipt: Partial<Receipt> = {},
    accountId = 1,
  ): Promise<string> {
    return this.acknowledgeAll([{ message_id: messageId, level, ...receipt }], accountId);
  }

  /** Reports the progress of several messages in one event. @returns the id of the event. */
  async acknowledgeAll(
    receiptsOf: (Pick<Receipt, 'message_id' | 'level'> & Partial<Receipt>)[],
    accountId = 1,
  ): Promise<string> {
    const data = {
      channel_id: 1,
      receipts: receiptsOf.map((receipt) => ({
        chat_message_id: `chat-${receipt.message_id}`,
        error: null,
        at: toTimestamp(new Date()),
        ...receipt,
      })),
    };
    return (await this.bus.publish(receipts, data, { accountId })).id;
  }

  /** Makes all sends due for settlement now. */
  async passDeadlines(): Promise<void> {
    // In the order in which the service locks them.
    await this.service.query(
      `WITH due AS (SELECT account_id, id FROM messaging.messages WHERE status = 'sending' ORDER BY account_id, id FOR UPDATE)
       UPDATE messaging.messages AS m SET settle_at = now() FROM due WHERE m.account_id = due.account_id AND m.id = due.id`,
    );
  }

  /** How many events of this type reported the message. */
  told(type: EventType<{ message: Message }>, messageId: number): number {
    return this.bus.events(type).filter(({ data }) => data.message.id === messageId).length;
  }
}

/** Jest's asymmetric matchers, typed as the values they match. */
export const anyNumber = expect.any(Number) as number;
export const anyText = expect.any(String) as string;
export const anyList = expect.any(Array) as unknown[];

function connectedChannel(id: number): Channel {
  return { ...someChannel, id, phone_number: '4930123456', connection_status: 'connected' };
}
