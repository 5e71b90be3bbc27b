/** How many requests of one account are kept a day and gateway; most of the rest is needed by nobody. */
export const MOST_A_DAY = 100_000;
/** Beyond these, only failures are kept, so that they are found on the day of a flood, too. */
export const MOST_SUCCESSES_A_DAY = 80_000;
/** How many refusals by a limit are kept a minute: a client that is refused may ask thousands of times a second. */
export const MOST_REFUSED_A_MINUTE = 60;

const TOO_MANY_REQUESTS = 429;
const MINUTE_MS = 60_000;
const DAY_MS = 24 * 60 * MINUTE_MS;
/** Of how many accounts the counts are remembered. */
const MAX_ACCOUNTS = 50_000;

interface Counts {
  kept: number;
  refused: number;
  minute: number;
}

/** Decides how much of what an account asks is kept, so that no account fills the disk. */
export class AccountQuotas {
  private counts = new Map<number, Counts>();
  private day = 0;

  /** Counts a request. @returns whether it is kept. */
  admit(accountId: number, status: number, nowMs: number): boolean {
    this.turn(Math.floor(nowMs / DAY_MS));
    const minute = Math.floor(nowMs / MINUTE_MS);
    const counts = this.counts.get(accountId) ?? { kept: 0, refused: 0, minute };
    this.counts.set(accountId, counts);
    if (counts.minute !== minute) Object.assign(counts, { minute, refused: 0 });
    if (counts.kept >= (status < 400 ? MOST_SUCCESSES_A_DAY : MOST_A_DAY)) return false;
    if (status === TOO_MANY_REQUESTS && (counts.refused += 1) > MOST_REFUSED_A_MINUTE) return false;
    counts.kept += 1;
    return true;
  }

  private turn(day: number): void {
    if (day === this.day && this.counts.size < MAX_ACCOUNTS) return;
    this.day = day;
    this.counts = new Map();
  }
}

/**
 * Returns the names of the members at fault, without what only the client knows: a member that the operation does not
 * declare may be named like a secret or a number.
 */
export function declaredFaults(faults: readonly string[], declared: ReadonlySet<string>): string[] {
  const names = faults.map((fault) => /^\w+/.exec(fault)?.[0] ?? '');
  return [...new Set(names.map((name) => (declared.has(name) ? name : 'unknown member')))];
}

/** Returns the route as the documentation writes it: `/v1/contacts/:id` is `/v1/contacts/{id}`. */
export function templateOf(route: string): string {
  return route.replaceAll(/:(\w+)/g, '{$1}');
}

/** A day of the log, as its partition is called: `2026_01_31`. */
export function dayOf(time: Date): string {
  return time.toISOString().slice(0, 10).replaceAll('-', '_');
}
