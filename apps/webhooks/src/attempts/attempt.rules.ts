import type { OutboundErrorKind } from '@chat/outbound';
import { retryDelayMs } from './retry-schedule.rules';

/**
 * The cause of a failed attempt, as shown in the delivery log: the kind of connection failure, `redirect`,
 * `http_status` for any other status that is not 2xx, or `internal` for an unexpected error of this process.
 */
export type AttemptError = Exclude<OutboundErrorKind, 'aborted'> | 'redirect' | 'http_status' | 'internal';

/** The status of a delivery after an attempt. */
export type Verdict =
  { status: 'succeeded' | 'failed' | 'blocked' } | { status: 'pending'; retryInMs: number };

/** What an attempt led to at the receiver, or on the way there. */
export interface AttemptAnswer {
  error: AttemptError | null;
  responseStatus: number | null;
  /** The response's `Retry-After`, in milliseconds. */
  retryAfterMs: number | null;
  /** Whether the exchange cost more than a normal one: it was cut off, or may have been a flood or a failed handshake. */
  isExcessive: boolean;
  responseBody: string | null;
  durationMs: number;
}

const SECOND = 1_000;
/** The upper bound of a receiver's `Retry-After`. */
const LONGEST_RETRY_AFTER_MS = 24 * 60 * 60 * SECOND;

/** How long a retrying lane rests at least after an exchange that may have cost more than a normal one. */
const REST_AFTER_EXCESS_MS = SECOND;

/** The status with which a receiver unsubscribes. */
const GONE = 410;
/** The statuses whose `Retry-After` is honoured. */
const ASKING_FOR_A_PAUSE: readonly (number | null)[] = [429, 503];

/**
 * Classifies a status: only 2xx is a success, and a redirect fails, as it is not followed.
 * @returns null for a success.
 */
export function errorOfStatus(status: number): AttemptError | null {
  if (status >= 200 && status < 300) return null;
  return status >= 300 && status < 400 ? 'redirect' : 'http_status';
}

/** Returns whether the failed exchange may have cost more than a normal one, like a flood or a failed handshake. */
export function isExcess(error: AttemptError): boolean {
  return error === 'protocol' || error === 'tls';
}

/** Returns how long the lane rests at least, if it is retrying: longer if the receiver asks for it or costs much. */
export function leastRestMs({
  isExcessive,
  retryAfterMs,
}: Pick<AttemptAnswer, 'isExcessive' | 'retryAfterMs'>): number {
  return retryAfterMs ?? (isExcessive ? REST_AFTER_EXCESS_MS : 0);
}

/** Returns whether the receiver asked for the endpoint to be disabled. */
export function isGone({ responseStatus }: Pick<AttemptAnswer, 'responseStatus'>): boolean {
  return responseStatus === GONE;
}

/**
 * Parses the header `Retry-After`, in seconds or as a date, for the statuses that give it a meaning.
 * @returns milliseconds, at most 24 hours, or null if there is no valid value.
 */
export function retryAfterMs(status: number, header: string | undefined, nowMs: number): number | null {
  if (header === undefined || !ASKING_FOR_A_PAUSE.includes(status)) return null;
  const text = header.trim();
  const ms = /^\d+$/.test(text) ? Number(text) * SECOND : Date.parse(text) - nowMs;
  return ms > 0 ? Math.min(ms, LONGEST_RETRY_AFTER_MS) : null;
}

/**
 * Decides what happens to the delivery. A 410 does not end it here: it disables the endpoint, which then ends
 * everything pending. If the address was changed in the meantime, the endpoint stays active and the delivery is retried
 * at the new address.
 * @param attempts how many attempts of its schedule have been made, including this one.
 * @param random from 0 to 1, for the jitter.
 */
export function verdictOf(
  { error, retryAfterMs }: Pick<AttemptAnswer, 'error' | 'retryAfterMs'>,
  attempts: number,
  random: number,
): Verdict {
  if (error === null) return { status: 'succeeded' };
  // The address itself is refused, so no retry can succeed.
  if (error === 'blocked') return { status: 'blocked' };
  const delayMs = retryDelayMs(attempts, random);
  if (delayMs === null) return { status: 'failed' };
  return { status: 'pending', retryInMs: Math.max(delayMs, retryAfterMs ?? 0) };
}
