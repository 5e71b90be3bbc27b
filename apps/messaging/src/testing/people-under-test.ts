import { connector } from '@chat/contracts/connector';
import {
  resolveConversation,
  listMessages,
  messageReceived,
  messageSent,
  type Conversation,
  type Message,
} from '@chat/contracts/messaging';
import { toTimestamp } from '@chat/service-kit';
import { MessagingUnderTest } from './messaging-under-test';

export const cloud = connector({
  service: 'fake-cloud',
  unavailable: 'service_unavailable',
  hasCareWindow: true,
  carries: ['text'],
});
export const CHANNEL = 20;

type Shown = { from: string | null; provider_user_id?: string };

/** The service with a Cloud channel, whose people show their number, the network's id of them, or both. One at a time. */
export class PeopleUnderTest {
  messaging!: MessagingUnderTest;
  /** What was handed to the connector since the current person came. */
  handed: { to: string | null; provider_user_id?: string }[] = [];
  /** The number of the current person. */
  count = 0;
  private messages = 0;

  async start(): Promise<MessagingUnderTest> {
    this.messaging = await MessagingUnderTest.start({ cloud });
    this.messaging.resolve = () => ({ effective_channel_type: 'cloud' });
    await this.messaging.bus.respond(cloud.send, ({ body }) => {
      this.handed.push(body);
      return { chat_message_id: `cloud-${body.message_id}` };
    });
    return this.messaging;
  }

  /** Another person comes, whom nobody knows. */
  readonly next = (): void => {
    this.handed = [];
    this.count += 1;
  };

  readonly userId = () => `DE.${this.count}`;
  readonly phone = () => `49151${String(this.count).padStart(8, '0')}`;

  /** The person writes, and the network shows as much of it. */
  readonly write = async (shown: Shown): Promise<Message> => {
    const { messaging } = this;
    const chat_message_id = this.newId('in');
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
  readonly hidden = () => this.write({ from: null, provider_user_id: this.userId() });
  readonly byNumber = (number = this.phone()) => this.write({ from: number });
  readonly both = () => this.write({ from: this.phone(), provider_user_id: this.userId() });

  /** Something is written to the person in the app of the channel, which opens no window. */
  readonly writeInApp = async (): Promise<Message> => {
    const { messaging } = this;
    const chat_message_id = this.newId('app');
    await messaging.bus.publish(cloud.echo, {
      channel_id: CHANNEL,
      chat_message_id,
      to: this.phone(),
      content: { type: 'text', text: chat_message_id },
      sent_at: toTimestamp(new Date()),
    });
    const isIt = ({ data }: { data: { message: Message } }) =>
      data.message.chat_message_id === chat_message_id;
    return (await messaging.bus.nextEvent(messageSent, isIt)).data.message;
  };

  /** The network says that somebody with this id has our message. */
  readonly deliver = ({ id, chat_message_id }: Message, provider_user_id: string) =>
    this.messaging.bus.publish(cloud.receipts, {
      channel_id: CHANNEL,
      receipts: [
        {
          message_id: id,
          chat_message_id: chat_message_id!,
          level: 'delivered',
          provider_user_id,
          error: null,
          at: toTimestamp(new Date()),
        },
      ],
    });

  readonly conversation = async (id: number): Promise<Conversation> =>
    (await this.messaging.bus.request(resolveConversation, { body: { conversation_id: id } })).conversation;

  readonly list = async (id: number, query: object = {}): Promise<Message[]> =>
    (await this.messaging.bus.request(listMessages, { params: { id }, query })).messages;

  private newId(prefix: string): string {
    this.messages += 1;
    return `${prefix}-${this.messages}`;
  }
}
