import { randomUUID } from 'node:crypto';

/** The cause of something: a request, an event or a job. What follows from it continues its trace. */
export interface Cause {
  /** W3C trace context, version 00. The flag 01 means that the trace is sampled, so its spans are recorded. */
  readonly traceparent?: string | null;
}

const SAMPLED = '-01';

/** Returns a new trace that is not sampled: its id finds log lines but no spans. */
export function newTraceparent(): string {
  return `00-${randomHex()}-${randomHex().slice(0, 16)}-00`;
}

/** Node caches random bytes for UUIDs, whereas other random bytes cost a system call each. Never all zeros. */
function randomHex(): string {
  return randomUUID().replaceAll('-', '');
}

/** Returns the id that the log lines of a trace share. */
export function traceIdOf({ traceparent }: Cause): string | undefined {
  return traceparent?.split('-')[1];
}

/** Returns whether the spans of this trace are recorded. */
export function isSampled({ traceparent }: Cause): boolean {
  return traceparent?.endsWith(SAMPLED) ?? false;
}
