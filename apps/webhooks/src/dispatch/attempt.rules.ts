import type { OutboundErrorKind } from '@chat/outbound';

/**
 * Why an attempt failed, as the delivery log says it: how the connection failed, `redirect` or another
 * `http_status` that is not 2xx.
 */
export type AttemptError = Exclude<OutboundErrorKind, 'aborted'> | 'redirect' | 'http_status' | 'internal';

/** What becomes of a delivery after an attempt. */
export type Verdict =
  { status: 'succeeded' | 'failed' | 'blocked' } | { status: 'pending'; retryInMs: number };

/** How an attempt ended, as far as it decides what comes next. */
export interface AttemptEnd {
  error: AttemptError | null;
  responseStatus: number | null;
  /** The answer's `Retry-After` in milliseconds. */
  retryAfterMs: number | null;
}

const SECOND = 1_000;
const MINUTE = 60 * SECOND;
const HOUR = 60 * MINUTE;

/** The delays before the second and each later attempt: ten attempts in some 76 hours. */
const DELAYS_MS = [
  5 * SECOND,
  5 * MINUTE,
  30 * MINUTE,
  2 * HOUR,
  5 * HOUR,
  10 * HOUR,
  14 * HOUR,
  20 * HOUR,
  24 * HOUR,
];
/** Spreads retries, so that a receiver that comes back is not met by all at once. */
const JITTER = 0.2;
/** A receiver that asks for more waits so long. */
const LONGEST_RETRY_AFTER_MS = 24 * HOUR;

/** The answer of a receiver that wants nothing more. */
const GONE = 410;
/** The answers whose `Retry-After` counts. */
const ASKING_FOR_A_PAUSE: readonly (number | null)[] = [429, 503];

/** Whether an answer's status is a success: 2xx alone. Redirects are not followed, so they are failures. */
export function errorOfStatus(status: number): AttemptError | null {
  if (status >= 200 && status < 300) return null;
  return status >= 300 && status < 400 ? 'redirect' : 'http_status';
}

/** Whether an exchange that failed so may have cost more than an honest one: a flood, or a handshake in vain. */
export function isExcess(error: AttemptError): boolean {
  return error === 'protocol' || error === 'tls';
}

/** Whether the receiver said that the endpoint is to be disabled. */
export function isGone({ responseStatus }: Pick<AttemptEnd, 'responseStatus'>): boolean {
  return responseStatus === GONE;
}

/**
 * The header `Retry-After`, in seconds or as a date, where the status gives it a meaning.
 * @returns milliseconds, at most 24 hours of them; null where there is none that can be read.
 */
export function retryAfterMs(status: number, header: string | undefined, nowMs: number): number | null {
  if (header === undefined || !ASKING_FOR_A_PAUSE.includes(status)) return null;
  const text = header.trim();
  const ms = /^\d+$/.test(text) ? Number(text) * SECOND : Date.parse(text) - nowMs;
  return ms > 0 ? Math.min(ms, LONGEST_RETRY_AFTER_MS) : null;
}

/**
 * An answer of 410 is no end here: it disables the endpoint, and that ends whatever is pending. If the address was changed
 * meanwhile, the endpoint goes on and the delivery is tried there.
 * @param attempts how many of its schedule have been made, this one included.
 * @param random from 0 to 1, for the jitter.
 */
export function verdictOf(end: AttemptEnd, attempts: number, random: number): Verdict {
  if (end.error === null) return { status: 'succeeded' };
  // The address itself is refused: no repetition changes that.
  if (end.error === 'blocked') return { status: 'blocked' };
  const delayMs = DELAYS_MS[attempts - 1];
  if (delayMs === undefined) return { status: 'failed' };
  const spreadMs = Math.round(delayMs * (1 + JITTER * (2 * random - 1)));
  return { status: 'pending', retryInMs: Math.max(spreadMs, end.retryAfterMs ?? 0) };
}
