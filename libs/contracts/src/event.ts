import type { Dto } from './member';

/** A type of event, which a service publishes in the transaction that makes the fact true. */
export interface EventType<T extends object = object> {
  /** The CloudEvents type. With `webhook`, also the name that webhook endpoints subscribe to. */
  readonly type: string;
  /**
   * `evt.<service>.<entity>.<past-tense>`. Frequent events that only our own services need use
   * `evt.<service>.internal.<entity>.<past-tense>`: webhooks consumes only subjects of four words.
   */
  readonly subject: `evt.${string}.${string}.${string}`;
  readonly data: Dto<T>;
  /** Whether the event is delivered to webhook endpoints, with `data` unchanged. */
  readonly webhook: boolean;
  /**
   * Whether publishing may be delayed by about 100 ms so that events are batched; for events that are less urgent than
   * an inbound message. False if absent.
   */
  readonly canWait?: boolean;
  /** When it occurs, in the words of the webhook documentation. */
  readonly summary?: string;
  /** Replaces the members' own examples in the documentation's example, at any depth. */
  readonly example?: object;
}

/** Declares an event type. */
export function eventType<T extends object>(definition: EventType<T>): EventType<T> {
  return Object.freeze(definition);
}

/** A CloudEvents 1.0 document as stored on the stream. */
export interface CloudEvent<T extends object = object> {
  specversion: '1.0';
  /** UUID by which consumers detect duplicates. */
  id: string;
  /** `/services/<service>` */
  source: string;
  type: string;
  /** The entity, as in `messages/17`. */
  subject: string;
  /** ISO 8601, UTC. */
  time: string;
  datacontenttype: 'application/json';
  accountid: string;
  /** The channel that the event belongs to; absent if it belongs to none. */
  channelid?: string;
  /** Increases with every change of the entity; consumers ignore events older than the latest one they have seen. */
  entityversion: number;
  /** W3C trace context of the cause. */
  traceparent?: string;
  data: T;
}
