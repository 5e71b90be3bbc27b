import { isOnTrial, type Lane } from '../lanes/lane';
import { isGone, leastRestMs } from './attempt.rules';
import type { AttemptResult } from './claimed-delivery';

/** The effect on one endpoint of attempts recorded together. */
export interface Outcome extends Lane {
  /** Whether any attempt succeeded, which means that the endpoint is responding. */
  hasSuccess: boolean;
  failures: number;
  /**
   * The address of the latest attempt. Only this address may be gone, dead or proven, since the endpoint may have another
   * one by now.
   */
  url: string;
  /** Whether the address is proven now: an excessive exchange ends it, another success proves it; null: neither. */
  isProven: boolean | null;
  isGone: boolean;
  /** Whether an attempt was a trial, which held the lane until now. */
  wasTrial: boolean;
  /** How long the lane rests at least, if it is retrying. */
  restMs: number;
}

/**
 * Groups attempts by endpoint and returns only outcomes that change anything: a normal success of a healthy endpoint does not.
 * @param failed endpoints that may have failed after these deliveries were claimed.
 */
export function outcomesOf(
  attempts: readonly AttemptResult[],
  failed: Pick<ReadonlySet<number>, 'has'>,
): Outcome[] {
  const byEndpoint = new Map<number, AttemptResult[]>();
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
        group.some(
          ({ error, isExcessive, delivery }) => error !== null || isExcessive || delivery.mayRecover,
        ),
    )
    .map(([, group]) => outcomeOf(group));
}

function outcomeOf(attempts: AttemptResult[]): Outcome {
  const { accountId, webhookId, url } = attempts.at(-1)!.delivery;
  const failures = attempts.filter(({ error }) => error !== null);
  const here = attempts.filter(({ delivery }) => delivery.url === url);
  return {
    accountId,
    webhookId,
    hasSuccess: failures.length < attempts.length,
    failures: failures.length,
    url,
    isProven: here.some(({ isExcessive }) => isExcessive)
      ? false
      : here.some(({ error }) => error === null) || null,
    isGone: here.some(isGone),
    wasTrial: attempts.some(({ delivery }) => isOnTrial(delivery)),
    restMs: Math.max(0, ...failures.map(leastRestMs)),
  };
}
