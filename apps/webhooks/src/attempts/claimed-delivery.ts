import type { Lane } from '../lanes/lane';
import type { AttemptAnswer, Verdict } from './attempt.rules';

/** A delivery that this process may attempt until `lockedUntil`, which also is its fencing token. */
export interface ClaimedDelivery extends Lane {
  id: number;
  eventId: string;
  payload: string;
  /** Earlier attempts of the current schedule. */
  attempts: number;
  lockedUntil: string;
  /**
   * Whether its delay counts as ours rather than the receiver's: this is its first attempt, its lane is not retrying,
   * and it was stored after the endpoint last changed (recovering counts as a change).
   */
  isMeasured: boolean;
  /** The event's trace, if it is sampled. */
  traceparent: string | null;
  url: string;
  /** The endpoint's secret and, after a rotation, the previous one. */
  sealedSecrets: Buffer[];
  /** Whether a success changes the endpoint's health: it is failing, retrying or unproven. */
  mayRecover: boolean;
  isProven: boolean;
  /** Whether the latest attempts of its lane failed. */
  isRetrying: boolean;
}

/** An attempt with what came of it. */
export interface AttemptResult extends AttemptAnswer {
  delivery: ClaimedDelivery;
  verdict: Verdict;
}
