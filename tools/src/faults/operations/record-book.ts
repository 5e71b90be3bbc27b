import type { Change, RecordHistory } from '../oracles/records.rules';
import type { Called } from './call';

/** What clients did to records of one kind, and which of these are free for the next change. */
export class RecordBook<Handle> {
  private readonly histories = new Map<string, { key: string; changes: Change[] }>();
  /** Records whose creation was acknowledged, and on which nothing is under way. */
  private readonly free: { key: string; handle: Handle }[] = [];

  /** Notes what became of a change. */
  note(key: string, value: string | null, { status }: Called<unknown>): Change['outcome'] {
    const outcome = outcomeOf(status);
    const known = this.histories.get(key);
    if (known) known.changes.push({ value, outcome });
    else this.histories.set(key, { key, changes: [{ value, outcome }] });
    return outcome;
  }

  /** Lets the next change of the record happen. */
  giveBack(key: string, handle: Handle): void {
    this.free.push({ key, handle });
  }

  /** Takes one of the records, so that nobody else changes it meanwhile. @param share which one, from 0 to 1. */
  take(share: number): { key: string; handle: Handle } | undefined {
    return this.free.splice(Math.floor(share * this.free.length), 1)[0];
  }

  get all(): RecordHistory[] {
    return [...this.histories.values()];
  }
}

/** A 4xx was decided before anything was written; after 5xx or silence nobody knows, but for `service_unavailable`. */
function outcomeOf(status: number | null): Change['outcome'] {
  if (status !== null && status < 300) return 'done';
  return status !== null && (status < 500 || status === 503) ? 'refused' : 'unknown';
}
