import type { Change, RecordHistory } from '../oracles/records.rules';
import type { Called } from './call';

/** The clients' changes to records of one kind, and the records available for the next change. */
export class RecordBook<Handle> {
  private readonly histories = new Map<string, { key: string; changes: Change[] }>();
  /** Records whose creation was acknowledged, and which are not being changed. */
  private readonly free: { key: string; handle: Handle }[] = [];

  /** Records the outcome of a change. */
  note(key: string, value: string | null, { status }: Called<unknown>): Change['outcome'] {
    const outcome = outcomeOf(status);
    const known = this.histories.get(key);
    if (known) known.changes.push({ value, outcome });
    else this.histories.set(key, { key, changes: [{ value, outcome }] });
    return outcome;
  }

  /** Makes the record available for the next change. */
  giveBack(key: string, handle: Handle): void {
    this.free.push({ key, handle });
  }

  /** Takes one of the records, so that it is not changed concurrently. @param share which one, from 0 to 1. */
  take(share: number): { key: string; handle: Handle } | undefined {
    return this.free.splice(Math.floor(share * this.free.length), 1)[0];
  }

  get all(): RecordHistory[] {
    return [...this.histories.values()];
  }
}

/**
 * A 4xx is decided before anything is written; a 5xx other than `service_unavailable`, or no answer, leaves the outcome
 * unknown.
 */
export function outcomeOf(status: number | null): Change['outcome'] {
  if (status !== null && status < 300) return 'done';
  return status !== null && (status < 500 || status === 503) ? 'refused' : 'unknown';
}
