import { isGone, type AttemptEnd } from './attempt.rules';
import type { Lane } from './lane';

/** What the attempts that were recorded together mean for one endpoint. */
export interface Outcome extends Lane {
  /** Any success counts as answering. */
  hasSuccess: boolean;
  failures: number;
  /** The address that was called last: it alone may be gone or dead, since the endpoint may have another by now. */
  url: string;
  isGone: boolean;
  /** How long the receiver asked to be left alone. */
  pauseMs: number;
}

/** The end of an attempt to an endpoint. */
export interface EndedAttempt extends AttemptEnd {
  delivery: Lane & { url: string; isEndpointFailing: boolean };
}

/**
 * The outcome per endpoint, of those for which it changes anything: a success where all goes well does not.
 * @param failed the endpoints that failed after these deliveries may have been claimed.
 */
export function outcomesOf(
  attempts: readonly EndedAttempt[],
  failed: Pick<ReadonlySet<number>, 'has'>,
): Outcome[] {
  const byEndpoint = new Map<number, EndedAttempt[]>();
  for (const attempt of attempts) {
    const { webhookId } = attempt.delivery;
    const others = byEndpoint.get(webhookId);
    if (others) others.push(attempt);
    else byEndpoint.set(webhookId, [attempt]);
  }
  return [...byEndpoint]
    .filter(
      ([webhookId, group]) =>
        failed.has(webhookId) ||
        group.some(({ error, delivery }) => error !== null || delivery.isEndpointFailing),
    )
    .map(([, group]) => outcomeOf(group));
}

function outcomeOf(attempts: EndedAttempt[]): Outcome {
  const { accountId, webhookId, url } = attempts.at(-1)!.delivery;
  const failures = attempts.filter(({ error }) => error !== null);
  return {
    accountId,
    webhookId,
    hasSuccess: failures.length < attempts.length,
    failures: failures.length,
    url,
    isGone: failures.some((end) => isGone(end) && end.delivery.url === url),
    pauseMs: Math.max(0, ...failures.map(({ retryAfterMs }) => retryAfterMs ?? 0)),
  };
}
