import { randomUUID } from 'node:crypto';

/** What makes something happen: a request, an event or a job. Its trace goes on in what follows from it. */
export interface Cause {
  /** W3C trace context, version 00. The flag 01 says that the trace is sampled: its spans are recorded. */
  readonly traceparent?: string | null;
}

const SAMPLED = '-01';

/** The beginning of a trace that is not sampled: its id finds log lines, and no span. */
export function newTraceparent(): string {
  return `00-${randomHex()}-${randomHex().slice(0, 16)}-00`;
}

/** Node keeps random bytes for UUIDs in stock; other random bytes cost a call of the system each. Never all zero. */
function randomHex(): string {
  return randomUUID().replaceAll('-', '');
}

/** The id by which the log lines of one trace are found. */
export function traceIdOf({ traceparent }: Cause): string | undefined {
  return traceparent?.split('-')[1];
}

/** Whether spans of this trace are recorded. */
export function isSampled({ traceparent }: Cause): boolean {
  return traceparent?.endsWith(SAMPLED) ?? false;
}
