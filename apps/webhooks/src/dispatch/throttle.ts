import type { Lane } from './lane';

/**
 * How long an endpoint stays throttled after its last excessive exchange: until after the second retry of the failed
 * delivery.
 */
const THROTTLED_MS = 10 * 60_000;
/** How long an account's throttled endpoints rest after a request to one of them, and after an excessive exchange. */
const REST_MS = 100;

/**
 * Endpoints whose exchanges cost more than normal ones. Each gets one request at a time, and those of an account take
 * turns with rests in between: their cost is the same however many there are. Times are milliseconds of any monotonic
 * clock.
 */
export class Throttle {
  /** The account of each endpoint, and when its last excessive exchange ended, earliest first. */
  private readonly excesses = new Map<number, { accountId: number; atMs: number }>();
  /** When the rest of each account ends and which endpoint caused it, earliest first. */
  private readonly rests = new Map<number, { untilMs: number; webhookId: number }>();

  /** Notes the start of a request. */
  noteStart(lane: Lane, nowMs: number): void {
    if (this.isThrottled(lane.webhookId, nowMs)) this.rest(lane, nowMs);
  }

  /** Notes the end of a request. An endpoint whose exchanges are normal again need not rest. */
  noteEnd(lane: Lane, isExcessive: boolean, nowMs: number): void {
    const { accountId, webhookId } = lane;
    if (!isExcessive) {
      if (this.rests.get(accountId)?.webhookId === webhookId) this.rests.delete(accountId);
      return;
    }
    this.excesses.delete(webhookId);
    this.excesses.set(webhookId, { accountId, atMs: nowMs });
    for (const id of this.excesses.keys()) {
      if (this.isThrottled(id, nowMs)) break;
      this.excesses.delete(id);
    }
    this.rest(lane, nowMs);
  }

  isThrottled(webhookId: number, nowMs: number): boolean {
    return nowMs - (this.excesses.get(webhookId)?.atMs ?? -Infinity) < THROTTLED_MS;
  }

  /**
   * Returns how many ms each of these lanes rests; 0 if it may get a request now. Of an account's throttled lanes, the
   * first one gets the turn.
   * @param isBusy whether the lane waits for its own request to end, and so needs no turn.
   */
  restsMs(lanes: readonly Lane[], isBusy: (lane: Lane) => boolean, nowMs: number): number[] {
    const taken = new Set<number>();
    return lanes.map((lane) => {
      const { accountId, webhookId } = lane;
      if (!this.isThrottled(webhookId, nowMs) || isBusy(lane)) return 0;
      const restMs = this.restMs(accountId, nowMs);
      if (restMs > 0) return restMs;
      if (taken.has(accountId)) return REST_MS;
      taken.add(accountId);
      return 0;
    });
  }

  /** Returns the throttled endpoints of accounts that rest, and the ms until the first of these rests ends. */
  resting(nowMs: number): { webhookIds: number[]; endInMs: number } {
    const restsMs = [...this.rests.keys()].map((accountId) => this.restMs(accountId, nowMs));
    const endInMs = Math.min(...restsMs.filter((restMs) => restMs > 0));
    if (endInMs === Infinity) return { webhookIds: [], endInMs };
    const lanes = [...this.excesses].filter(([, { accountId }]) => this.restMs(accountId, nowMs) > 0);
    return { webhookIds: lanes.map(([webhookId]) => webhookId), endInMs };
  }

  /** How many endpoints and resting accounts are remembered. */
  get size(): number {
    return this.excesses.size + this.rests.size;
  }

  private restMs(accountId: number, nowMs: number): number {
    return Math.max(0, (this.rests.get(accountId)?.untilMs ?? nowMs) - nowMs);
  }

  private rest({ accountId, webhookId }: Lane, nowMs: number): void {
    this.rests.delete(accountId);
    this.rests.set(accountId, { untilMs: nowMs + REST_MS, webhookId });
    for (const [id, { untilMs }] of this.rests) {
      if (untilMs > nowMs) break;
      this.rests.delete(id);
    }
  }
}
