import type { OutboundErrorKind } from '@chat/outbound';

/**
 * Why an attempt failed, as the delivery log says it: how the connection failed, `redirect` or another
 * `http_status` that is not 2xx.
 */
export type AttemptError = Exclude<OutboundErrorKind, 'aborted'> | 'redirect' | 'http_status' | 'internal';

/** What becomes of a delivery after an attempt. */
export type Verdict =
  { status: 'succeeded' | 'failed' | 'blocked' } | { status: 'pending'; retryInMs: number };

const SECOND = 1_000;
const MINUTE = 60 * SECOND;

/** The delays before the second and each later attempt. */
const DELAYS_MS = [5 * SECOND, 5 * MINUTE, 30 * MINUTE];
/** Spreads retries, so that a receiver that comes back is not met by all at once. */
const JITTER = 0.2;

/** Whether an answer's status is a success: 2xx alone. Redirects are not followed, so they are failures. */
export function errorOfStatus(status: number): AttemptError | null {
  if (status >= 200 && status < 300) return null;
  return status >= 300 && status < 400 ? 'redirect' : 'http_status';
}

/** Whether an exchange that failed so may have cost more than an honest one: a flood, or a handshake in vain. */
export function isExcess(error: AttemptError): boolean {
  return error === 'protocol' || error === 'tls';
}

/**
 * @param attempts how many have been made, this one included.
 * @param random from 0 to 1, for the jitter.
 */
export function verdictOf(error: AttemptError | null, attempts: number, random: number): Verdict {
  if (error === null) return { status: 'succeeded' };
  // The address itself is refused: no repetition changes that.
  if (error === 'blocked') return { status: 'blocked' };
  const delayMs = DELAYS_MS[attempts - 1];
  if (delayMs === undefined) return { status: 'failed' };
  return { status: 'pending', retryInMs: Math.round(delayMs * (1 + JITTER * (2 * random - 1))) };
}
