import { Injectable } from '@nestjs/common';
import type { ClaimedLane } from './dispatch.repository';
import type { Hold, Lane } from '../lanes/lane';
import type { Share } from './slots.rules';

/** How often to renew the hold of a lane that cannot take deliveries at the moment. */
const RENEW_MS = 1_000;

interface HeldLane extends Hold {
  renewedAtMs: number;
  /** Deliveries that succeeded since the last claim ahead. */
  successes: number;
}

/**
 * The lanes with a backlog that this process serves. Other processes do not claim from them while the holds last, so
 * their deliveries start in order. Times are milliseconds of any monotonic clock.
 */
@Injectable()
export class HeldLanes {
  private readonly lanes = new Map<number, HeldLane>();

  get size(): number {
    return this.lanes.size;
  }

  has(webhookId: number): boolean {
    return this.lanes.has(webhookId);
  }

  /** Returns all held lanes, the least recently claimed first. */
  all(): Hold[] {
    return [...this.lanes.values()];
  }

  /** Returns the end of the hold that this process has, if it holds the lane. */
  heldUntilOf(webhookId: number): string | undefined {
    return this.lanes.get(webhookId)?.heldUntil;
  }

  noteSuccess(webhookId: number): void {
    const lane = this.lanes.get(webhookId);
    if (lane) lane.successes += 1;
  }

  /**
   * Returns how many deliveries to claim so that no lane has to wait for the next claim: twice as many as succeeded
   * since the last one, so that deliveries of a slowing lane do not wait for long. Resets the counts.
   */
  toClaimAhead(): Share[] {
    return [...this.lanes.values()].flatMap((lane) => {
      if (lane.successes === 0) return [];
      const quota = 2 * lane.successes;
      lane.successes = 0;
      return [{ accountId: lane.accountId, webhookId: lane.webhookId, quota }];
    });
  }

  /** Returns the lanes whose holds must be renewed, except those that get a share anyway. */
  toRenew(nowMs: number, served: ReadonlySet<number>): Lane[] {
    return [...this.lanes.values()].filter(
      ({ webhookId, renewedAtMs }) => !served.has(webhookId) && nowMs - renewedAtMs >= RENEW_MS,
    );
  }

  /** Applies the result of a claim made at `nowMs`: which of the requested lanes are held now, and until when. */
  update(asked: readonly Share[], claimed: readonly ClaimedLane[], nowMs: number): void {
    const held = new Map(
      claimed.flatMap(({ webhookId, isHeld, heldUntil }) => (isHeld ? [[webhookId, heldUntil]] : [])),
    );
    for (const { accountId, webhookId, quota } of asked) {
      const heldUntil = held.get(webhookId);
      if (heldUntil === undefined) {
        this.lanes.delete(webhookId);
        continue;
      }
      const lane = this.lanes.get(webhookId);
      const renewedAtMs = lane?.heldUntil === heldUntil ? lane.renewedAtMs : nowMs;
      // A lane whose hold is only renewed keeps its place.
      if (quota > 0) this.lanes.delete(webhookId);
      const successes = lane?.successes ?? 0;
      this.lanes.set(webhookId, { accountId, webhookId, heldUntil, renewedAtMs, successes });
    }
  }

  /** @returns the hold that the lane had, if it was held. */
  drop(webhookId: number): Hold | undefined {
    const hold = this.lanes.get(webhookId);
    this.lanes.delete(webhookId);
    return hold;
  }
}
