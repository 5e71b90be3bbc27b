import { AppError } from '@chat/errors';

/** A record as stored in the database, including what only the database's clock can determine. */
export interface KnownRecord {
  state: 'in_flight' | 'done' | 'unknown';
  isSamePayload: boolean;
  isReached: boolean;
  /** Whether its lease has lapsed, so that its process must have died. */
  isAbandoned: boolean;
  /** Whether its channel is deleted. */
  isHidden: boolean;
}

/** What a request does when it finds a record of its key. */
export type Verdict =
  | { do: 'replay' }
  /** Does the work, because the owner died before it did anything. */
  | { do: 'take over' }
  /**
   * The provider may have been reached, so only the entity that the operation created can show the outcome. While the
   * owner is still alive (`isOwned`), only a success counts.
   */
  | { do: 'look up'; isOwned: boolean }
  | { do: 'refuse'; error: AppError };

/** Decides what a request does when it finds a record of its key. */
export function verdictOn({ state, isSamePayload, isReached, isAbandoned, isHidden }: KnownRecord): Verdict {
  // Nothing has happened under this key yet, so it is free for any payload.
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
 * Decides what becomes of a record whose work failed after the provider may have been reached: a retryable refusal
 * frees the key, a final refusal is stored as the response, and anything else may have taken effect.
 */
export function endingOf(error: unknown): 'freed' | 'done' | 'unknown' {
  if (!(error instanceof AppError) || isAmbiguous(error)) return 'unknown';
  return error.toBody().retryable ? 'freed' : 'done';
}

function isAmbiguous({ code }: AppError): boolean {
  return code === 'provider_outcome_unknown' || code === 'server_error';
}
