import type { ClaimedLane } from './dispatch.repository';
import type { Lane } from './lane';

/**
 * The lanes with a backlog that this process serves: no other one looks at them while their holds last, so their
 * deliveries start in order. Moments are milliseconds of any one clock.
 */
export class HeldLanes {
  private readonly lanes = new Map<number, Lane & { renewedAtMs: number }>();

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

  /** The lanes whose holds are to be renewed, but for those that get a share anyway. */
  toRenew(nowMs: number, served: ReadonlySet<number>): Lane[] {
    return [...this.lanes.values()].filter(
      ({ webhookId, renewedAtMs }) => !served.has(webhookId) && nowMs - renewedAtMs >= this.renewEveryMs,
    );
  }

  /** Takes over what a claim at this moment found in the lanes that it asked for. */
  note(asked: readonly Lane[], found: readonly ClaimedLane[], nowMs: number): void {
    for (const { webhookId } of asked) this.lanes.delete(webhookId);
    for (const { accountId, webhookId, isHeld } of found) {
      if (isHeld) this.lanes.set(webhookId, { accountId, webhookId, renewedAtMs: nowMs });
    }
  }
}
