import type { ClaimedLane } from './dispatch.repository';
import type { Lane } from './lane';
import type { Share } from './slots.rules';

interface HeldLane extends Lane {
  renewedAtMs: number;
  /** What proves the hold. */
  heldUntil: string;
  /** Deliveries that succeeded since more were claimed. */
  successes: number;
}

/**
 * The lanes with a backlog that this process serves: no other one looks at them while their holds last, so their
 * deliveries start in order. Moments are milliseconds of any one clock.
 */
export class HeldLanes {
  private readonly lanes = new Map<number, HeldLane>();

  /** @param renewEveryMs how often a hold is renewed of a lane that can take no delivery now. */
  constructor(private readonly renewEveryMs: number) {}

  get size(): number {
    return this.lanes.size;
  }

  has(webhookId: number): boolean {
    return this.lanes.has(webhookId);
  }

  /** What proves the holds, by lane. */
  proofs(): ReadonlyMap<number, string> {
    return new Map([...this.lanes.values()].map(({ webhookId, heldUntil }) => [webhookId, heldUntil]));
  }

  /** Those first that were asked for longest ago. */
  all(): Lane[] {
    return [...this.lanes.values()];
  }

  noteSuccess(webhookId: number): void {
    const lane = this.lanes.get(webhookId);
    if (lane) lane.successes += 1;
  }

  /**
   * How many deliveries are to be claimed so that none of the lanes has to wait for the next claim: twice as many as
   * succeeded since the last one, so those of a lane that slows down do not wait for long. It counts anew from here.
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

  /** The lanes whose holds were renewed a moment ago. */
  fresh(nowMs: number): ReadonlySet<number> {
    const fresh = [...this.lanes.values()].filter(
      ({ renewedAtMs }) => nowMs - renewedAtMs < this.renewEveryMs / 2,
    );
    return new Set(fresh.map(({ webhookId }) => webhookId));
  }

  /** The lanes whose holds are to be renewed, but for those that get a share anyway. */
  toRenew(nowMs: number, served: ReadonlySet<number>): Lane[] {
    return [...this.lanes.values()].filter(
      ({ webhookId, renewedAtMs }) => !served.has(webhookId) && nowMs - renewedAtMs >= this.renewEveryMs,
    );
  }

  /** Takes over what a claim at this moment found in the lanes that it asked for, and which holds it did not renew. */
  note(
    asked: readonly Lane[],
    found: readonly ClaimedLane[],
    fresh: ReadonlySet<number>,
    nowMs: number,
  ): void {
    const held = new Map(
      found.flatMap(({ webhookId, isHeld, heldUntil }) => (isHeld ? [[webhookId, heldUntil]] : [])),
    );
    for (const { accountId, webhookId } of asked) {
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
      this.lanes.delete(webhookId);
      this.lanes.set(webhookId, { accountId, webhookId, ...renewed, successes: lane?.successes ?? 0 });
    }
  }

  drop(webhookId: number): void {
    this.lanes.delete(webhookId);
  }
}
