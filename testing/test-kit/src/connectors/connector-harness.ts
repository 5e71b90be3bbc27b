import type { Connector, ConnectorSend, MessageContent } from '@chat/contracts/connector';
import type { TestBus } from '../test-bus';

/** What the network does with one send. */
export type Fate =
  | 'no_such_person'
  | 'refused_for_good'
  /** Busy at the first attempt. */
  | 'busy_once'
  /** Busy at every attempt. */
  | 'busy'
  /** Not accepted, and not answered. */
  | 'lost'
  /** Accepted; the response is lost, a receipt arrives later. */
  | 'accepted_unheard'
  /** Accepted, but only after a deadline of one second. */
  | 'accepted_late'
  /** Accepted, and failed afterwards. */
  | 'failed_later'
  /** Accepted; each receipt arrives twice. */
  | 'told_twice';

/** A connector under test, with its network. Its channels belong to account 1. */
export interface ConnectorHarness {
  readonly connector: Connector;
  readonly bus: TestBus;
  /** A channel that can send, and one of the same account that cannot. */
  readonly channelId: number;
  readonly idleChannelId: number;
  /** A number that is on the network: digits with country code. */
  readonly person: string;
  /** Content that this connector does not send. */
  readonly unsupported: MessageContent;
  /** Runs the work while the network treats the send this way, and resolves when the channel can send again. */
  during(send: ConnectorSend, fate: Fate, work: () => Promise<void>): Promise<void>;
  /** The texts that the network accepted for this send; more than one is a double send. */
  handedOver(send: ConnectorSend): Promise<string[]>;
  /** The person opens the chat with the channel. */
  openChat(): Promise<void>;
  /** The person writes a text to the channel. @returns its id on the network. */
  write(text: string): Promise<string>;
  /** The person sends a kind of message that no connector knows. @returns its id on the network. */
  writeUnknown(): Promise<string>;
  /** Whether the person sees that the channel read the message. */
  isRead(chatMessageId: string): Promise<boolean>;
  /** The network redelivers a message. */
  redeliver(chatMessageId: string): Promise<void>;
  stop(): Promise<void>;
}
