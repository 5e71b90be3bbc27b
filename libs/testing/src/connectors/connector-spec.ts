import { parse, type CloudEvent, type EventType } from '@chat/contracts';
import type {
  ConnectorAccepted,
  ConnectorSend,
  InboundData,
  ReceiptData,
  SettledSend,
} from '@chat/contracts/connector';
import type { ErrorBody } from '@chat/errors';
import { refusal } from '../refusal';
import { testContext } from '../test-bus';
import type { ConnectorHarness, Fate } from './connector-harness';

let lastMessageId = 1_000_000;

/** The words in which the suite speaks of a connector. */
export class ConnectorSpec {
  constructor(private readonly current: () => ConnectorHarness) {}

  get harness(): ConnectorHarness {
    return this.current();
  }

  /** A send that nothing stands against. */
  newSend(change: Partial<ConnectorSend> = {}): ConnectorSend {
    lastMessageId += 1;
    return {
      channel_id: this.harness.channelId,
      message_id: lastMessageId,
      to: this.harness.person,
      content: { type: 'text', text: `message ${lastMessageId}` },
      deadline: Date.now() + 10_000,
      ...change,
    };
  }

  send(body: ConnectorSend, accountId = 1): Promise<ConnectorAccepted> {
    return this.harness.bus.request(this.harness.connector.send, { body }, testContext({ accountId }));
  }

  settle({ channel_id, message_id }: ConnectorSend, accountId = 1): Promise<SettledSend> {
    const { bus, connector } = this.harness;
    const body = { channel_id, message_id };
    return bus.request(connector.settle, { body }, testContext({ accountId }));
  }

  /** The refusal of a send that meets this fate. */
  async refusalOf(body: ConnectorSend, fate: Fate): Promise<ErrorBody> {
    let refused: ErrorBody | undefined;
    await this.harness.during(body, fate, async () => {
      refused = await refusal(this.send(body));
    });
    return refused!;
  }

  /** The first event of a type about the send. It has the members of its contract, and no others. */
  async event<T extends { message_id: number }>(
    type: EventType<T>,
    { message_id }: ConnectorSend,
    holds: (data: T) => boolean = () => true,
  ): Promise<CloudEvent<T>> {
    const isIt = ({ data }: CloudEvent<T>) => data.message_id === message_id && holds(data);
    const event = await this.harness.bus.nextEvent(type, isIt);
    parse(type.data, event.data, 'refused');
    return event;
  }

  receipt(body: ConnectorSend, level: ReceiptData['level']): Promise<CloudEvent<ReceiptData>> {
    return this.event(this.harness.connector.receipt, body, (data) => data.level === level);
  }

  async inbound(chatMessageId: string): Promise<CloudEvent<InboundData>> {
    const { bus, connector } = this.harness;
    const event = await bus.nextEvent(
      connector.inbound,
      ({ data }) => data.chat_message_id === chatMessageId,
    );
    parse(connector.inbound.data, event.data, 'refused');
    return event;
  }
}
