const UUID = /^[\da-f]{8}-[\da-f]{4}-[\da-f]{4}-[\da-f]{4}-[\da-f]{12}$/i;
const TRACEPARENT = /^00-(?!0{32})[\da-f]{32}-(?!0{16})[\da-f]{16}-[\da-f]{2}$/;

/** The caller's request id when it is a UUID. */
export function readRequestId(header: string | string[] | undefined): string | null {
  return typeof header === 'string' && UUID.test(header) ? header : null;
}

/** The caller's trace context (W3C, version 00) when it is well-formed. */
export function readTraceparent(header: string | string[] | undefined): string | null {
  return typeof header === 'string' && TRACEPARENT.test(header) ? header : null;
}
