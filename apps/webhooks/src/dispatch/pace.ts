/** The initial number of concurrent requests to an endpoint. */
const FIRST_LIMIT = 4;
const HIGHEST_LIMIT = 128;
/**
 * A response that takes longer than this multiple of the fastest one, plus a margin, has waited in a queue on either
 * side.
 */
const QUEUED = 3;
const MOMENT_MS = 5;
/** How long the fastest response serves as the reference. */
const FASTEST_COUNTS_MS = 10_000;
/** How long the limit is one after an excessive exchange: until after the second retry of the failed delivery. */
const CAPPED_MS = 10 * 60_000;
/** How many endpoints are remembered; the least recently changed is evicted first. */
const REMEMBERED = 10_000;

interface EndpointPace {
  limit: number;
  fastestMs: number;
  fastestAtMs: number;
  cappedUntilMs: number;
}

/** A success and what it shows about the endpoint. Times are milliseconds of any monotonic clock. */
export interface Success {
  /** Requests in flight, including this one: an unused limit does not grow. */
  inFlight: number;
  durationMs: number;
  nowMs: number;
}

/**
 * How many concurrent requests each endpoint may get from this process. As in TCP's slow start, each success allows one
 * more, which doubles the number per round trip; each failure halves it. It does not grow while responses are slow: if
 * the receiver or this process is saturated, more concurrent requests achieve nothing and cost more each. Endpoints whose
 * exchanges cost more than normal ones get one request at a time: a backlog would otherwise cause a hundred floods at once.
 */
export class Pace {
  /** The least recently changed first. */
  private readonly endpoints = new Map<number, EndpointPace>();

  limitOf(webhookId: number, nowMs: number): number {
    const pace = this.endpoints.get(webhookId);
    if (!pace) return FIRST_LIMIT;
    return nowMs < pace.cappedUntilMs ? 1 : pace.limit;
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

  noteExcess(webhookId: number, nowMs: number): void {
    const pace = this.endpoints.get(webhookId) ?? startingPace();
    pace.cappedUntilMs = nowMs + CAPPED_MS;
    this.set(webhookId, pace, 1);
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
  return { limit: FIRST_LIMIT, fastestMs: Infinity, fastestAtMs: 0, cappedUntilMs: -Infinity };
}
