/** `server` and `client` are the two ends of a request; `consumer` handles an event or a job. */
export type SpanKind = 'server' | 'client' | 'consumer' | 'internal';

/**
 * Values defined by the code, numbers of protocols, and ids of our records. Never an id of a network, a phone number, a
 * name, a text, a URL or a secret.
 */
export type SpanAttributes = Readonly<Record<string, string | number>>;

/** Work in a sampled trace. It is a cause: what follows from it carries its `traceparent`. */
export interface Span {
  readonly traceparent: string;
  set(attributes: SpanAttributes): void;
  /** @param error the kind of failure, such as a code of the catalogue; absent on success. */
  end(error?: string): void;
}

/** The place of a span in a trace. */
export interface SpanOrigin {
  /** The `traceparent` of the parent; null starts a new trace. */
  readonly parent: string | null;
  /** The `traceparent` of an external caller. */
  readonly link?: string | null;
  readonly attributes?: SpanAttributes | undefined;
}

/** Records spans and exports them. */
export interface SpanRecorder {
  /** @returns null if the trace is not sampled. */
  start(service: string, name: string, kind: SpanKind, origin: SpanOrigin): Span | null;
  /** Exports the remaining spans. */
  shutDown(): Promise<void>;
}
