const TRACEPARENT = /^00-(?!0{32})[\da-f]{32}-(?!0{16})[\da-f]{16}-[\da-f]{2}$/;

/** The caller's trace context (W3C, version 00) when it is well-formed. */
export function readTraceparent(header: string | string[] | undefined): string | null {
  return typeof header === 'string' && TRACEPARENT.test(header) ? header : null;
}
