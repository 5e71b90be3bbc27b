/** How many requests to an endpoint run at once at first. */
const FIRST_LIMIT = 4;
const HIGHEST_LIMIT = 128;
/** Endpoints whose limit is remembered; the one that was called least recently is forgotten first. */
const REMEMBERED = 10_000;

/**
 * How many requests to each endpoint may run at once in this process. As in TCP's slow start each success allows one
 * more, which doubles the number per round trip, and each failure halves it.
 */
export class Pace {
  /** The least recently changed first. */
  private readonly limits = new Map<number, number>();

  limitOf(webhookId: number): number {
    return this.limits.get(webhookId) ?? FIRST_LIMIT;
  }

  /** @param inFlight requests that were under way, this one included: a limit that is not used does not grow. */
  noteSuccess(webhookId: number, inFlight: number): void {
    const limit = this.limitOf(webhookId);
    if (inFlight * 2 >= limit) this.set(webhookId, Math.min(limit + 1, HIGHEST_LIMIT));
  }

  noteFailure(webhookId: number): void {
    this.set(webhookId, Math.max(1, Math.floor(this.limitOf(webhookId) / 2)));
  }

  private set(webhookId: number, limit: number): void {
    this.limits.delete(webhookId);
    this.limits.set(webhookId, limit);
    if (this.limits.size <= REMEMBERED) return;
    for (const oldest of this.limits.keys()) return void this.limits.delete(oldest);
  }
}
