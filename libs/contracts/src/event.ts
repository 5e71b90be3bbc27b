import type { Dto } from './member';

/** A fact that a service publishes, in the transaction that made it true. */
export interface EventType<T extends object = object> {
  /** CloudEvents type, and the name that webhook endpoints subscribe to when `webhook` is set. */
  readonly type: string;
  /**
   * `evt.<service>.<entity>.<past-tense>`. What comes for every message and is for our own services alone is
   * `evt.<service>.internal.<entity>.<past-tense>`: webhooks reads the subjects of four words only.
   */
  readonly subject: `evt.${string}.${string}.${string}`;
  readonly data: Dto<T>;
  /** True for the events that go out to webhook endpoints, with `data` as it stands here. */
  readonly webhook: boolean;
  /**
   * Whether it may be some 100 ms later, so that it shares the cost of its way with others: nobody waits for it as for a
   * message that came in. False if absent.
   */
  readonly canWait?: boolean;
  /** When it happens, for those who receive it as a webhook. */
  readonly summary?: string;
  /** What its example in the documentation has in place of the examples of the members, at any depth. */
  readonly example?: object;
}

/** Declares an event type. */
export function eventType<T extends object>(definition: EventType<T>): EventType<T> {
  return Object.freeze(definition);
}

/** A CloudEvents 1.0 document as it stands on the stream. */
export interface CloudEvent<T extends object = object> {
  specversion: '1.0';
  /** UUID; consumers know a repeat by it. */
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
  /** The channel that it belongs to; absent when it belongs to none. */
  channelid?: string;
  /** Grows with every change of the entity; a consumer ignores what is older than what it has seen. */
  entityversion: number;
  /** W3C trace context of what caused it. */
  traceparent?: string;
  data: T;
}
