/** How many requests to an endpoint run at once at first. */
const FIRST_LIMIT = 4;
const HIGHEST_LIMIT = 128;
/** An answer that takes longer than so many times the fastest one, and a moment, waited in a queue: here or there. */
const QUEUED = 3;
const MOMENT_MS = 5;
/** So long the fastest answer counts. */
const FASTEST_COUNTS_MS = 10_000;
/** Endpoints that are remembered; the one whose limit changed least recently is forgotten first. */
const REMEMBERED = 10_000;

interface EndpointPace {
  limit: number;
  fastestMs: number;
  fastestAtMs: number;
}

/** A success, with what it says of the endpoint. Moments are milliseconds of any one clock. */
export interface Success {
  /** Requests that were under way, this one included: a limit that is not used does not grow. */
  inFlight: number;
  durationMs: number;
  nowMs: number;
}

/**
 * How many requests to each endpoint may run at once in this process. As in TCP's slow start each success allows one
 * more, which doubles the number per round trip, and each failure halves it. It does not grow while answers only wait
 * longer: where the receiver or this process is busy, more requests at once get no more done and cost more each.
 */
export class Pace {
  /** The least recently changed first. */
  private readonly endpoints = new Map<number, EndpointPace>();

  limitOf(webhookId: number): number {
    return this.endpoints.get(webhookId)?.limit ?? FIRST_LIMIT;
  }

  noteSuccess(webhookId: number, { inFlight, durationMs, nowMs }: Success): void {
    const pace = this.endpoints.get(webhookId) ?? startingPace();
    if (durationMs <= pace.fastestMs || nowMs - pace.fastestAtMs > FASTEST_COUNTS_MS) {
      pace.fastestMs = durationMs;
      pace.fastestAtMs = nowMs;
    }
    const isUsed = inFlight * 2 >= pace.limit;
    const isQueued = durationMs > QUEUED * pace.fastestMs + MOMENT_MS;
    if (isUsed && !isQueued && pace.limit < HIGHEST_LIMIT) this.set(webhookId, pace, pace.limit + 1);
  }

  noteFailure(webhookId: number): void {
    const pace = this.endpoints.get(webhookId) ?? startingPace();
    this.set(webhookId, pace, Math.max(1, Math.floor(pace.limit / 2)));
  }

  private set(webhookId: number, pace: EndpointPace, limit: number): void {
    pace.limit = limit;
    this.endpoints.delete(webhookId);
    this.endpoints.set(webhookId, pace);
    if (this.endpoints.size <= REMEMBERED) return;
    for (const oldest of this.endpoints.keys()) return void this.endpoints.delete(oldest);
  }
}

function startingPace(): EndpointPace {
  return { limit: FIRST_LIMIT, fastestMs: Infinity, fastestAtMs: 0 };
}
