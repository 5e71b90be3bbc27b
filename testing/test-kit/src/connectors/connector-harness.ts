import type { Connector, ConnectorSend, MessageContent } from '@chat/contracts/connector';
import type { TestBus } from '../test-bus';

/** What the network does with one send. */
export type Fate =
  | 'no_such_person'
  | 'refused_for_good'
  /** Too busy for the first attempt. */
  | 'busy_once'
  /** Too busy for every attempt. */
  | 'busy'
  /** Nobody answers, and nothing was accepted. */
  | 'lost'
  /** Accepted; the answer is lost, a receipt comes later. */
  | 'accepted_unheard'
  /** Accepted, some time after a deadline that is a second ahead. */
  | 'accepted_late'
  /** Accepted, and failed afterwards. */
  | 'failed_later'
  /** Accepted; each receipt comes twice. */
  | 'told_twice';

/** A connector under test, with the network behind it. Account 1 has its channels. */
export interface ConnectorHarness {
  readonly connector: Connector;
  readonly bus: TestBus;
  /** A channel that can send, and one of the same account that cannot. */
  readonly channelId: number;
  readonly idleChannelId: number;
  /** Somebody who is on the network: digits with country code. */
  readonly person: string;
  /** Content that this connector does not send. */
  readonly unsupported: MessageContent;
  /** Does the work while that fate awaits the send, and resolves when the channel can send again. */
  during(send: ConnectorSend, fate: Fate, work: () => Promise<void>): Promise<void>;
  /** The texts that the network accepted as this send: two of them are a double send. */
  handedOver(send: ConnectorSend): Promise<string[]>;
  /** The person opens the chat with the channel. */
  openChat(): Promise<void>;
  /** The person writes a text to the channel. @returns its id on the network. */
  write(text: string): Promise<string>;
  /** The person writes what no connector knows. @returns its id on the network. */
  writeUnknown(): Promise<string>;
  /** Whether the person sees that the message was read by the channel. */
  isRead(chatMessageId: string): Promise<boolean>;
  /** The network delivers a message again that it has delivered. */
  redeliver(chatMessageId: string): Promise<void>;
  stop(): Promise<void>;
}
