import type { ClaimedLane } from './dispatch.repository';
import type { Lane } from './lane';
import type { Share } from './slots.rules';

interface HeldLane extends Lane {
  renewedAtMs: number;
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

  ids(): ReadonlySet<number> {
    return new Set(this.lanes.keys());
  }

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
    const held = new Set(found.flatMap(({ webhookId, isHeld }) => (isHeld ? [webhookId] : [])));
    for (const { accountId, webhookId } of asked) {
      const lane = this.lanes.get(webhookId);
      const renewedAtMs = lane && fresh.has(webhookId) ? lane.renewedAtMs : nowMs;
      const successes = lane?.successes ?? 0;
      if (held.has(webhookId)) this.lanes.set(webhookId, { accountId, webhookId, renewedAtMs, successes });
      else this.lanes.delete(webhookId);
    }
  }

  drop(webhookId: number): void {
    this.lanes.delete(webhookId);
  }
}
