const UUID = /^[\da-f]{8}-[\da-f]{4}-[\da-f]{4}-[\da-f]{4}-[\da-f]{12}$/i;

/** The caller's request id when it is a UUID. */
export function readRequestId(header: string | string[] | undefined): string | null {
  return typeof header === 'string' && UUID.test(header) ? header : null;
}
