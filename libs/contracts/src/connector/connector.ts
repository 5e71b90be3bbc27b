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
  ShowTyping,
} from './connector.dto';
import type { ContentType } from './content.dto';
import { InspectedSend, InspectSend, Traffic } from './inspection.dto';
import { ReadLoad } from '../load';

/**
 * The contract of every service that hands messages to an external network. A connector knows the network and its
 * channels, but no conversations. A send has one of three outcomes: accepted, refused before it reached the network (an
 * error), or `provider_outcome_unknown`.
 */
export interface Connector {
  /** The service's name, stored with each message so that its connector can be called again. */
  readonly service: string;
  /** The error that clients get while the service does not answer. */
  readonly unavailable: ErrorCode;
  /** The error that clients get when the network is busy or keeps failing until the deadline. */
  readonly busy: ErrorCode;
  /** Whether anything but a template can be sent only within 24 hours of the person's last message. */
  readonly hasCareWindow: boolean;
  /** The types of content that the network supports. Others are refused before a message is created. */
  readonly carries: readonly ContentType[];
  /** Whether a text can show a preview of its first link. */
  readonly carriesLinkPreviews: boolean;
  /** Whether the network supports voice notes in addition to audio files. */
  readonly carriesVoiceNotes: boolean;
  /** Whether showing that somebody types answers a message of the person, and marks it as read. */
  readonly typingReads: boolean;
  /** Hands one message over to the network. A repeat with the same message id never hands it over twice. */
  readonly send: Operation<undefined, undefined, ConnectorSend, ConnectorAccepted>;
  /**
   * Returns the outcome of a send after its deadline. A request that has not arrived by then is refused permanently.
   */
  readonly settle: Operation<undefined, undefined, SettleSend, SettledSend>;
  /** Marks messages of a person as read on the network. Idempotent. */
  readonly read: Operation<undefined, undefined, ReadMessages, Empty>;
  /** Shows a person that somebody types. */
  readonly typing: Operation<undefined, undefined, ShowTyping, Empty>;
  /**
   * Erases the records of messages. If the network delivers one of them again, it is still recognized as a duplicate.
   * Idempotent.
   */
  readonly forget: Operation<undefined, undefined, ForgetMessages, Empty>;
  /** Returns the record of a hand-over to an operator. */
  readonly inspect: Operation<undefined, undefined, InspectSend, InspectedSend>;
  /** Counts what went through the channels of all accounts, for an operator. */
  readonly traffic: Operation<undefined, undefined, ReadLoad, Traffic>;
  /** Delivery receipts of messages. Those that the network reports together form one event. */
  readonly receipts: EventType<ReceiptsData>;
  readonly inbound: EventType<InboundData>;
  /** Messages that were sent from the channel's own app. */
  readonly echo: EventType<EchoData>;
  /** The outcome of copying media that was `awaited` when its message arrived. */
  readonly media: EventType<MediaData>;
  /** The subject filter that matches all of its events. */
  readonly events: string;
}

export interface ConnectorOptions extends Pick<Connector, 'service' | 'unavailable' | 'carries'> {
  /** Same as `unavailable` if absent. */
  readonly busy?: ErrorCode;
  readonly hasCareWindow?: boolean;
  /** True if absent. */
  readonly carriesVoiceNotes?: boolean;
  /** False if absent. */
  readonly carriesLinkPreviews?: boolean;
  /** False if absent. */
  readonly typingReads?: boolean;
  /** How to find the replica that owns a channel, as in `Operation.owner`; absent if any replica can answer. */
  readonly owner?: Operation['owner'];
}

/** The contents that connectors of version 0.2 do not send. */
const newerContents: readonly ContentType[] = ['sticker', 'contacts', 'reaction'];

function isNewer(body: object): boolean {
  const { content, refers_to: referred } = body as ConnectorSend;
  return referred !== undefined || newerContents.includes(content.type) || 'link_preview' in content;
}

/** Returns the contract of one connector. The contracts of different connectors use different subjects. */
export function connector(options: ConnectorOptions): Connector {
  const { service, unavailable, busy = unavailable, carries, owner } = options;
  const {
    hasCareWindow = false,
    carriesVoiceNotes = true,
    carriesLinkPreviews = false,
    typingReads = false,
  } = options;
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
    carriesLinkPreviews,
    typingReads,
    send: operation({
      subject: `rpc.${service}.message.send`,
      newer: {
        subject: `rpc.${service}.message.send-newer`,
        isMeant: isNewer,
      },
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
    typing: operation({
      subject: `rpc.${service}.message.typing`,
      effect: 'write',
      body: ShowTyping,
      output: Empty,
      ...(owner && { owner }),
      errors: [unavailable, 'invalid_phone'],
    }),
    forget: operation({
      subject: `rpc.${service}.message.forget`,
      effect: 'write',
      body: ForgetMessages,
      output: Empty,
    }),
    inspect: operation({
      subject: `rpc.${service}.message.inspect`,
      effect: 'read',
      body: InspectSend,
      output: InspectedSend,
    }),
    traffic: operation({
      subject: `rpc.${service}.traffic.read`,
      effect: 'read',
      body: ReadLoad,
      output: Traffic,
    }),
    receipts: event('acknowledged', ReceiptsData, true),
    inbound: event('received', InboundData),
    echo: event('echoed', EchoData),
    media: event('media-settled', MediaData),
    events: `evt.${service}.internal.message.*`,
  };
}
