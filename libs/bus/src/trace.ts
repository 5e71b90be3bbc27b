import { randomBytes } from 'node:crypto';

/** What makes something happen: a request, an event or a job. Its trace goes on in what follows from it. */
export interface Cause {
  /** W3C trace context, version 00. */
  readonly traceparent?: string | null;
}

/** The beginning of a trace. */
export function newTraceparent(): string {
  return `00-${randomBytes(16).toString('hex')}-${randomBytes(8).toString('hex')}-01`;
}

/** The id by which the log lines of one trace are found. */
export function traceIdOf({ traceparent }: Cause): string | undefined {
  return traceparent?.split('-')[1];
}
