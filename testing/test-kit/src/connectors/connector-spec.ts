import { parse, type CloudEvent } from '@chat/contracts';
import type {
  ConnectorAccepted,
  ConnectorSend,
  InboundData,
  Receipt,
  ReceiptLevel,
  SettledSend,
} from '@chat/contracts/connector';
import type { ErrorBody } from '@chat/errors';
import { refusal } from '../refusal';
import { testContext } from '../test-bus';
import type { ConnectorHarness, Fate } from './connector-harness';
import { newSend } from './new-send';

const MAX_TRIES = 5;

/** The vocabulary of the conformance suite: what a spec does with a connector. */
export class ConnectorSpec {
  constructor(private readonly current: () => ConnectorHarness) {}

  get harness(): ConnectorHarness {
    return this.current();
  }

  /** A valid send. */
  newSend(change: Partial<ConnectorSend> = {}): ConnectorSend {
    const { channelId, person } = this.harness;
    return newSend(person, { channel_id: channelId, ...change });
  }

  send(body: ConnectorSend, accountId = 1): Promise<ConnectorAccepted> {
    return this.harness.bus.request(this.harness.connector.send, { body }, testContext({ accountId }));
  }

  settle({ channel_id, message_id }: ConnectorSend, accountId = 1): Promise<SettledSend> {
    const { bus, connector } = this.harness;
    const body = { channel_id, message_id };
    return bus.request(connector.settle, { body }, testContext({ accountId }));
  }

  /** Marks the message as read by the channel. */
  async read(chatMessageId: string, channelId = this.harness.channelId): Promise<void> {
    const { bus, connector } = this.harness;
    await bus.request(connector.read, { body: { channel_id: channelId, chat_message_id: chatMessageId } });
  }

  /** Erases messages of the person. */
  async forget(message: { message_id: number; chat_message_id: string | null }): Promise<void> {
    const { bus, connector, channelId, person } = this.harness;
    const body = { phones: [person], messages: [{ channel_id: channelId, ...message }] };
    await bus.request(connector.forget, { body });
  }

  /**
   * The refusal of a send that the network treats this way.
   * @param withinMs its deadline, counted from the hand-over; that of the send if absent.
   */
  async refusalOf(body: ConnectorSend, fate: Fate, withinMs?: number): Promise<ErrorBody> {
    let refused: ErrorBody | undefined;
    await this.harness.during(body, fate, async () => {
      const deadline = withinMs === undefined ? body.deadline : Date.now() + withinMs;
      refused = await refusal(this.send({ ...body, deadline }));
    });
    return refused!;
  }

  /**
   * A send that meets this fate within so short a time, and its refusal. Where the machine stood still until the time was
   * over, nothing was handed over, and another send meets it.
   */
  async refusedWithin(ms: number, fate: Fate): Promise<{ body: ConnectorSend; refused: ErrorBody }> {
    const { unavailable } = this.harness.connector;
    for (let tries = 1; ; tries += 1) {
      const body = this.newSend();
      const refused = await this.refusalOf(body, fate, ms);
      // Whoever names no reason was asked too late.
      const isTooLate = refused.code === unavailable && refused.reason === undefined;
      if (!isTooLate || tries === MAX_TRIES) return { body, refused };
    }
  }

  /** What the network said of the send so far, in the order in which it was told. */
  receipts({ message_id, channel_id }: ConnectorSend): Receipt[] {
    const { bus, connector } = this.harness;
    const events = bus.events(connector.receipts).filter(({ data }) => data.channel_id === channel_id);
    return events.flatMap(({ data }) => data.receipts.filter((receipt) => receipt.message_id === message_id));
  }

  /** The first receipt of that level for the send. Its event has the members of its contract, and no others. */
  async receipt(body: ConnectorSend, level: ReceiptLevel): Promise<Receipt> {
    const { bus, connector } = this.harness;
    const isIt = (receipt: Receipt) => receipt.message_id === body.message_id && receipt.level === level;
    const event = await bus.nextEvent(connector.receipts, ({ data }) => data.receipts.some(isIt));
    parse(connector.receipts.data, event.data, 'refused');
    expect(event).toMatchObject({ accountid: '1', data: { channel_id: body.channel_id } });
    return event.data.receipts.find(isIt)!;
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
