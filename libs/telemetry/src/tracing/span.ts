/** `server` and `client` are the two ends of a request, `consumer` works on an event or a job. */
export type SpanKind = 'server' | 'client' | 'consumer' | 'internal';

/** Names of the code, numbers of protocols. Never an id of a person, a number, a name, a text or a secret. */
export type SpanAttributes = Readonly<Record<string, string | number>>;

/** Work of a sampled trace. It is a cause: what it brings about carries its `traceparent`. */
export interface Span {
  readonly traceparent: string;
  set(attributes: SpanAttributes): void;
  /** @param error the kind of the failure, such as a code of the catalogue; absent if all went well. */
  end(error?: string): void;
}

/** Where a span belongs. */
export interface SpanOrigin {
  /** The `traceparent` of its parent; null where a trace begins. */
  readonly parent: string | null;
  /** The `traceparent` of a stranger. */
  readonly link?: string | null;
  readonly attributes?: SpanAttributes | undefined;
}

/** What records spans and exports them. */
export interface SpanRecorder {
  /** @returns null when the sampler does not want the trace. */
  start(service: string, name: string, kind: SpanKind, origin: SpanOrigin): Span | null;
  /** Exports what is left. */
  shutDown(): Promise<void>;
}
