import { isGone, type AttemptEnd } from './attempt.rules';
import type { Lane } from './lane';

/** What the attempts that were recorded together mean for one endpoint. */
export interface Outcome extends Lane {
  /** Any success counts as answering. */
  hasSuccess: boolean;
  failures: number;
  isGone: boolean;
  /** How long the receiver asked to be left alone. */
  pauseMs: number;
}

/** The end of an attempt to an endpoint. */
export interface EndedAttempt extends AttemptEnd {
  delivery: Lane & { isEndpointFailing: boolean };
}

/** The outcome per endpoint, of those for which it changes anything: a success where all goes well does not. */
export function outcomesOf(attempts: readonly EndedAttempt[]): Outcome[] {
  const outcomes = new Map<number, Outcome & { wasFailing: boolean }>();
  for (const { delivery, error, ...end } of attempts) {
    const { accountId, webhookId, isEndpointFailing } = delivery;
    const known = outcomes.get(webhookId);
    outcomes.set(webhookId, {
      accountId,
      webhookId,
      hasSuccess: (known?.hasSuccess ?? false) || error === null,
      failures: (known?.failures ?? 0) + (error === null ? 0 : 1),
      isGone: (known?.isGone ?? false) || isGone(end),
      pauseMs: Math.max(known?.pauseMs ?? 0, end.retryAfterMs ?? 0),
      wasFailing: (known?.wasFailing ?? false) || isEndpointFailing,
    });
  }
  return [...outcomes.values()]
    .filter(({ failures, wasFailing }) => failures > 0 || wasFailing)
    .map(({ wasFailing, ...outcome }) => outcome);
}
