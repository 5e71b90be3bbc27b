import type { EventType, InputOf, OutputOf, RequestContext } from '@chat/contracts';
import { resolveChannel, type Channel } from '@chat/contracts/channels';
import {
  deviceMessageAcknowledged,
  deviceMessageReceived,
  sendThroughDevice,
  settleDeviceSend,
  type AcknowledgedMessageData,
  type InboundMessageData,
} from '@chat/contracts/device-sessions';
import { getMessage, sendMessage, type Message, type SendMessage } from '@chat/contracts/messaging';
import { toTimestamp } from '@chat/service-kit';
import { someChannel, startTestService, testContext, type TestService } from '@chat/testing';
import { messagingService } from '../service';

type Handler<Op> = (
  body: InputOf<Op> extends { body: infer B } ? B : never,
  context: RequestContext,
) => OutputOf<Op> | Promise<OutputOf<Op>>;

/** The service with the others played: a channel that is connected and a phone that accepts every message. */
export class MessagingUnderTest {
  /** What the channels service answers; only the members that a spec cares about. */
  resolve: (body: { chat_account_id?: number }) => Partial<Channel> = () => ({});
  /** What the connector does with a message. */
  handOver: Handler<typeof sendThroughDevice> = ({ message_id }) => ({
    chat_message_id: `chat-${message_id}`,
  });
  /** What the connector knows of a send. */
  settle: Handler<typeof settleDeviceSend> = () => ({ outcome: 'unknown', chat_message_id: null });

  private devices: { unsubscribe(): void }[] = [];
  private chatMessages = 0;

  private constructor(readonly service: TestService) {}

  static async start(): Promise<MessagingUnderTest> {
    const fixture = new MessagingUnderTest(await startTestService(messagingService));
    await fixture.bus.respond(resolveChannel, ({ body }) => ({
      device: { ...connectedChannel(body.chat_account_id ?? 1), ...fixture.resolve(body) },
    }));
    await fixture.connectDevices();
    return fixture;
  }

  async connectDevices(): Promise<void> {
    this.devices = [
      await this.bus.respond(sendThroughDevice, ({ body }, context) => this.handOver(body, context)),
      await this.bus.respond(settleDeviceSend, ({ body }, context) => this.settle(body, context)),
    ];
  }

  /** From now on no device session service is there. */
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

  async read(id: number, accountId = 1): Promise<Message> {
    return (await this.bus.request(getMessage, { params: { id } }, testContext({ accountId }))).message;
  }

  /** A contact writes. */
  async receive(data: Partial<InboundMessageData> = {}, accountId = 1): Promise<InboundMessageData> {
    this.chatMessages += 1;
    const message: InboundMessageData = {
      channel_id: 1,
      chat_message_id: `in-${this.chatMessages}`,
      from: '4915112345678',
      push_name: 'Ada',
      type: 'text',
      text: 'Hi',
      sent_at: toTimestamp(new Date()),
      ...data,
    };
    await this.bus.publish(deviceMessageReceived, message, { accountId });
    return message;
  }

  /** The network says how a message fares. */
  async acknowledge(
    messageId: number,
    level: AcknowledgedMessageData['level'],
    data: Partial<AcknowledgedMessageData> = {},
    accountId = 1,
  ): Promise<void> {
    const acknowledgement = {
      channel_id: 1,
      message_id: messageId,
      chat_message_id: `chat-${messageId}`,
      level,
      error_code: null,
      at: toTimestamp(new Date()),
      ...data,
    };
    await this.bus.publish(deviceMessageAcknowledged, acknowledgement, { accountId });
  }

  /** The settlement need not wait for the deadline any more. */
  async passDeadlines(): Promise<void> {
    await this.service.query(`UPDATE messaging.messages SET settle_at = now() WHERE status = 'sending'`);
  }

  /** How often an event of this type told of the message. */
  told(type: EventType<{ message: Message }>, messageId: number): number {
    return this.bus.events(type).filter(({ data }) => data.message.id === messageId).length;
  }
}

/** Jest's asymmetric matchers, with the types of what they stand for. */
export const anyNumber = expect.any(Number) as number;
export const anyText = expect.any(String) as string;
export const anyList = expect.any(Array) as unknown[];

function connectedChannel(id: number): Channel {
  return { ...someChannel, id, phone_number: '4930123456', connection_status: 'connected' };
}
