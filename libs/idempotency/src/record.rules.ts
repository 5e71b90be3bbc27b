import { AppError } from '@chat/errors';

/** A record as the database holds it, with what only the database's clock can say. */
export interface KnownRecord {
  state: 'in_flight' | 'done' | 'unknown';
  isSamePayload: boolean;
  isReached: boolean;
  /** Whoever works on it should have finished by now: its process died. */
  isAbandoned: boolean;
  /** Its channel is deleted. */
  isHidden: boolean;
}

/** What a request does that finds a record of its key. */
export type Verdict =
  | { do: 'replay' }
  /** Work on it: its owner died before it did anything. */
  | { do: 'take over' }
  /**
   * The provider may have been reached: only what the operation made can tell what became of it. While somebody still works
   * on it (`isOwned`), nothing but a success counts.
   */
  | { do: 'look up'; isOwned: boolean }
  | { do: 'refuse'; error: AppError };

/** What a request with a key that is on record may do. */
export function verdictOn({ state, isSamePayload, isReached, isAbandoned, isHidden }: KnownRecord): Verdict {
  // Nothing happened under this key yet, so it is free for any payload.
  const isFree = state === 'in_flight' && isAbandoned && !isReached;
  if (!isSamePayload && !isFree) {
    return { do: 'refuse', error: new AppError('idempotency_conflict', { reason: 'payload_mismatch' }) };
  }
  if (isHidden) return { do: 'refuse', error: new AppError('not_found') };
  switch (state) {
    case 'done':
      return { do: 'replay' };
    case 'unknown':
      return { do: 'look up', isOwned: false };
    case 'in_flight':
      if (isReached) return { do: 'look up', isOwned: !isAbandoned };
      return isAbandoned
        ? { do: 'take over' }
        : { do: 'refuse', error: new AppError('idempotency_in_flight') };
  }
}

/**
 * What becomes of a record whose work failed when the provider may have been reached: a refusal that may be repeated
 * frees the key, a final one is a result, and anything else may have taken effect.
 */
export function endingOf(error: unknown): 'freed' | 'done' | 'unknown' {
  if (!(error instanceof AppError) || isAmbiguous(error)) return 'unknown';
  return error.toBody().retryable ? 'freed' : 'done';
}

function isAmbiguous({ code }: AppError): boolean {
  return code === 'provider_outcome_unknown' || code === 'server_error';
}
