import { randomUUID } from 'node:crypto';

/** What makes something happen: a request, an event or a job. Its trace goes on in what follows from it. */
export interface Cause {
  /** W3C trace context, version 00. */
  readonly traceparent?: string | null;
}

/** The beginning of a trace. */
export function newTraceparent(): string {
  return `00-${randomHex()}-${randomHex().slice(0, 16)}-01`;
}

/** Node keeps random bytes for UUIDs in stock; other random bytes cost a call of the system each. Never all zero. */
function randomHex(): string {
  return randomUUID().replaceAll('-', '');
}

/** The id by which the log lines of one trace are found. */
export function traceIdOf({ traceparent }: Cause): string | undefined {
  return traceparent?.split('-')[1];
}
