import type { ErrorCode } from '@chat/errors';
import { Empty, eventType, operation, type EventType, type Operation } from '..';
import {
  ConnectorAccepted,
  ConnectorSend,
  EchoData,
  ForgetMessages,
  InboundData,
  MediaData,
  ReadMessages,
  ReceiptsData,
  SettledSend,
  SettleSend,
} from './connector.dto';
import type { ContentType } from './content.dto';

/**
 * What every service speaks that hands messages to the outside. It knows the network and its channels; it knows no
 * conversation. Of a send it says one of three things: accepted, refused before the network had it (an error), or
 * `provider_outcome_unknown`.
 */
export interface Connector {
  /** The service's name, which messages keep to ask it again. */
  readonly service: string;
  /** What a client is told while the service does not answer. */
  readonly unavailable: ErrorCode;
  /** What a client is told when the network is too busy or fails until the deadline. */
  readonly busy: ErrorCode;
  /** Whether people must have written in the last 24 hours for anything but templates to reach them. */
  readonly hasCareWindow: boolean;
  /** The content that its network can carry out. Anything else is refused before a message exists. */
  readonly carries: readonly ContentType[];
  /** Whether its network carries out sounds as voice notes, too. */
  readonly carriesVoiceNotes: boolean;
  /** Hands one message over. Repeats with the same message id never hand it over twice. */
  readonly send: Operation<undefined, undefined, ConnectorSend, ConnectorAccepted>;
  /** After a send's deadline: what became of it. What never arrived is refused, from then on for good. */
  readonly settle: Operation<undefined, undefined, SettleSend, SettledSend>;
  /** Has the network show to somebody that their messages were read here. Repeats do no harm. */
  readonly read: Operation<undefined, undefined, ReadMessages, Empty>;
  /**
   * Erases the records of messages. What the network delivers again of them is still known as a repeat. Repeats do no
   * harm.
   */
  readonly forget: Operation<undefined, undefined, ForgetMessages, Empty>;
  /** How messages fare that were handed over: what the network says together is one event. */
  readonly receipts: EventType<ReceiptsData>;
  readonly inbound: EventType<InboundData>;
  /** Messages that were written in the app of the channel. */
  readonly echo: EventType<EchoData>;
  /** What became of media that was `awaited` when its message came in. */
  readonly media: EventType<MediaData>;
  /** The filter by which its events are consumed. */
  readonly events: string;
}

export interface ConnectorOptions extends Pick<Connector, 'service' | 'unavailable' | 'carries'> {
  /** As `unavailable` if absent. */
  readonly busy?: ErrorCode;
  readonly hasCareWindow?: boolean;
  /** True if absent. */
  readonly carriesVoiceNotes?: boolean;
  /** Where one replica owns a channel: who answers for it, as in `Operation.owner`. */
  readonly owner?: Operation['owner'];
}

/** The contract of one connector. All differ in their subjects only. */
export function connector(options: ConnectorOptions): Connector {
  const { service, unavailable, busy = unavailable, carries, owner } = options;
  const { hasCareWindow = false, carriesVoiceNotes = true } = options;
  const event = <T extends object>(name: string, data: EventType<T>['data'], canWait = false) =>
    eventType({
      type: `${service}.message.${name}`,
      subject: `evt.${service}.internal.message.${name}`,
      data,
      webhook: false,
      canWait,
    });
  return {
    service,
    unavailable,
    busy,
    hasCareWindow,
    carries,
    carriesVoiceNotes,
    send: operation({
      subject: `rpc.${service}.message.send`,
      effect: 'send',
      body: ConnectorSend,
      output: ConnectorAccepted,
      ...(owner && { owner }),
      timeoutMs: 25_000,
      errors: [unavailable, busy, 'capability_error', 'invalid_phone', 'provider_outcome_unknown'],
    }),
    settle: operation({
      subject: `rpc.${service}.message.settle`,
      effect: 'write',
      body: SettleSend,
      output: SettledSend,
    }),
    read: operation({
      subject: `rpc.${service}.message.read`,
      effect: 'write',
      body: ReadMessages,
      output: Empty,
      ...(owner && { owner }),
      errors: [unavailable],
    }),
    forget: operation({
      subject: `rpc.${service}.message.forget`,
      effect: 'write',
      body: ForgetMessages,
      output: Empty,
    }),
    receipts: event('acknowledged', ReceiptsData, true),
    inbound: event('received', InboundData),
    echo: event('echoed', EchoData),
    media: event('media-settled', MediaData),
    events: `evt.${service}.internal.message.*`,
  };
}
