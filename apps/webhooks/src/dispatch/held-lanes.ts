import type { ClaimedLane } from './dispatch.repository';
import type { Hold, Lane } from '../lanes/lane';
import type { Share } from './slots.rules';

interface HeldLane extends Hold {
  renewedAtMs: number;
  /** Deliveries that succeeded since the last claim ahead. */
  successes: number;
}

/**
 * The lanes with a backlog that this process serves. Other processes do not claim from them while the holds last, so
 * their deliveries start in order. Times are milliseconds of any monotonic clock.
 */
export class HeldLanes {
  private readonly lanes = new Map<number, HeldLane>();

  /** @param renewEveryMs how often to renew the hold of a lane that cannot take deliveries at the moment. */
  constructor(private readonly renewEveryMs: number) {}

  get size(): number {
    return this.lanes.size;
  }

  has(webhookId: number): boolean {
    return this.lanes.has(webhookId);
  }

  /** Returns the proofs of the holds, by lane. */
  proofs(): ReadonlyMap<number, string> {
    return new Map([...this.lanes.values()].map(({ webhookId, heldUntil }) => [webhookId, heldUntil]));
  }

  /** Returns all held lanes, the least recently claimed first. */
  all(): Hold[] {
    return [...this.lanes.values()];
  }

  noteSuccess(webhookId: number): void {
    const lane = this.lanes.get(webhookId);
    if (lane) lane.successes += 1;
  }

  /**
   * Returns how many deliveries to claim so that no lane has to wait for the next claim: twice as many as succeeded
   * since the last one, so that deliveries of a slowing lane do not wait for long. Resets the counts.
   */
  toClaimAhead(lanes: readonly Lane[]): Share[] {
    return lanes.flatMap(({ accountId, webhookId }) => {
      const lane = this.lanes.get(webhookId);
      if (!lane?.successes) return [];
      const quota = 2 * lane.successes;
      lane.successes = 0;
      return [{ accountId, webhookId, quota }];
    });
  }

  /** Returns the lanes whose holds were renewed recently. */
  fresh(nowMs: number): ReadonlySet<number> {
    const fresh = [...this.lanes.values()].filter(
      ({ renewedAtMs }) => nowMs - renewedAtMs < this.renewEveryMs / 2,
    );
    return new Set(fresh.map(({ webhookId }) => webhookId));
  }

  /** Returns the lanes whose holds must be renewed, except those that get a share anyway. */
  toRenew(nowMs: number, served: ReadonlySet<number>): Lane[] {
    return [...this.lanes.values()].filter(
      ({ webhookId, renewedAtMs }) => !served.has(webhookId) && nowMs - renewedAtMs >= this.renewEveryMs,
    );
  }

  /**
   * Applies the result of a claim made at `nowMs`: which of the requested lanes are held now, and which holds were not
   * renewed.
   */
  note(
    asked: readonly Share[],
    found: readonly ClaimedLane[],
    fresh: ReadonlySet<number>,
    nowMs: number,
  ): void {
    const held = new Map(
      found.flatMap(({ webhookId, isHeld, heldUntil }) => (isHeld ? [[webhookId, heldUntil]] : [])),
    );
    for (const { accountId, webhookId, quota } of asked) {
      const heldUntil = held.get(webhookId);
      if (heldUntil === undefined) {
        this.lanes.delete(webhookId);
        continue;
      }
      const lane = this.lanes.get(webhookId);
      const renewed =
        lane && fresh.has(webhookId)
          ? { renewedAtMs: lane.renewedAtMs, heldUntil: lane.heldUntil }
          : { renewedAtMs: nowMs, heldUntil };
      // A lane whose hold is only renewed keeps its place.
      if (quota > 0) this.lanes.delete(webhookId);
      this.lanes.set(webhookId, { accountId, webhookId, ...renewed, successes: lane?.successes ?? 0 });
    }
  }

  /** @returns the hold that the lane had, if it was held. */
  drop(webhookId: number): Hold | undefined {
    const hold = this.lanes.get(webhookId);
    this.lanes.delete(webhookId);
    return hold;
  }
}
