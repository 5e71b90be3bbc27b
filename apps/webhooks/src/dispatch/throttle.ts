import type { Lane } from '../lanes/lane';

/**
 * How long an endpoint stays throttled after its last excessive exchange: until after the second retry of the failed
 * delivery.
 */
const THROTTLED_MS = 10 * 60_000;
/** How long the endpoints of an account that take turns rest after a request to one of them, and after its excess. */
export const REST_MS = 100;

/** The endpoints that rest, and the ms until the first of them may get requests. */
export interface Resting {
  webhookIds: number[];
  endInMs: number;
}

interface Excess {
  accountId: number;
  endedAtMs: number;
  /** Whether no normal exchange has followed. */
  isLatest: boolean;
}

/**
 * Endpoints whose exchanges cost more than normal ones. Each gets one request at a time. Those of an account whose
 * latest exchange was excessive also take turns, with rests in between: their cost is the same however many there are.
 * Times are milliseconds of any monotonic clock.
 */
export class Throttle {
  /** The last excessive exchange of each endpoint, earliest first. */
  private readonly excesses = new Map<number, Excess>();
  /** When the rest of each account ends, earliest first. */
  private readonly rests = new Map<number, number>();

  /** Notes the start of a request. */
  noteStart({ accountId, webhookId }: Lane, nowMs: number): void {
    if (this.takesTurns(webhookId, nowMs)) this.rest(accountId, nowMs);
  }

  /** Notes the end of a request. */
  noteEnd({ accountId, webhookId }: Lane, isExcessive: boolean, nowMs: number): void {
    if (!isExcessive) {
      const excess = this.excesses.get(webhookId);
      if (excess) excess.isLatest = false;
      return;
    }
    this.excesses.delete(webhookId);
    this.excesses.set(webhookId, { accountId, endedAtMs: nowMs, isLatest: true });
    for (const id of this.excesses.keys()) {
      if (this.isThrottled(id, nowMs)) break;
      this.excesses.delete(id);
    }
    this.rest(accountId, nowMs);
  }

  /** Whether the endpoint gets its next request only in its turn. */
  takesTurns(webhookId: number, nowMs: number): boolean {
    return this.isThrottled(webhookId, nowMs) && this.excesses.get(webhookId)!.isLatest;
  }

  isThrottled(webhookId: number, nowMs: number): boolean {
    return nowMs - (this.excesses.get(webhookId)?.endedAtMs ?? -Infinity) < THROTTLED_MS;
  }

  /**
   * Returns how many ms each of these lanes rests; 0 if it may get a request now. Of an account's lanes that take turns,
   * the first one gets the turn.
   * @param isBusy whether the lane waits for its own request to end, and so needs no turn.
   */
  restsMs(lanes: readonly Lane[], isBusy: (lane: Lane) => boolean, nowMs: number): number[] {
    const taken = new Set<number>();
    return lanes.map((lane) => {
      const { accountId, webhookId } = lane;
      if (!this.takesTurns(webhookId, nowMs) || isBusy(lane)) return 0;
      const restMs = this.restMs(accountId, nowMs);
      if (restMs > 0) return restMs;
      if (taken.has(accountId)) return REST_MS;
      taken.add(accountId);
      return 0;
    });
  }

  /** Returns what rests now. */
  resting(nowMs: number): Resting {
    const accountIds = new Set(
      [...this.rests.keys()].filter((accountId) => this.restMs(accountId, nowMs) > 0),
    );
    const endInMs = Math.min(...[...accountIds].map((accountId) => this.restMs(accountId, nowMs)));
    if (accountIds.size === 0) return { webhookIds: [], endInMs };
    const endpoints = [...this.excesses].filter(
      ([webhookId, { accountId }]) => accountIds.has(accountId) && this.takesTurns(webhookId, nowMs),
    );
    return { webhookIds: endpoints.map(([webhookId]) => webhookId), endInMs };
  }

  /** How many endpoints and resting accounts are remembered. */
  get size(): number {
    return this.excesses.size + this.rests.size;
  }

  private restMs(accountId: number, nowMs: number): number {
    return Math.max(0, (this.rests.get(accountId) ?? nowMs) - nowMs);
  }

  private rest(accountId: number, nowMs: number): void {
    this.rests.delete(accountId);
    this.rests.set(accountId, nowMs + REST_MS);
    for (const [id, untilMs] of this.rests) {
      if (untilMs > nowMs) break;
      this.rests.delete(id);
    }
  }
}
