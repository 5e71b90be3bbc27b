import type { ClaimedDelivery } from '../attempts/claimed-delivery';
import type { Lane } from '../lanes/lane';
import { LONGEST_WAIT_MS } from '../lanes/lease.rules';

interface LaneQueue extends Lane {
  waiting: { delivery: ClaimedDelivery; claimedAtMs: number }[];
}

/**
 * Claimed deliveries that wait for a slot, in the order in which each lane starts them. Times are milliseconds of any
 * monotonic clock.
 */
export class LaneQueues {
  private readonly queues = new Map<number, LaneQueue>();

  get isEmpty(): boolean {
    return this.queues.size === 0;
  }

  /** Returns the lanes with waiting deliveries, the least recently served first. */
  lanes(): Lane[] {
    return [...this.queues.values()];
  }

  lengthOf(webhookId: number): number {
    return this.queues.get(webhookId)?.waiting.length ?? 0;
  }

  add(delivery: ClaimedDelivery, claimedAtMs: number): void {
    const { accountId, webhookId } = delivery;
    const queue = this.queues.get(webhookId);
    if (queue) queue.waiting.push({ delivery, claimedAtMs });
    else this.queues.set(webhookId, { accountId, webhookId, waiting: [{ delivery, claimedAtMs }] });
  }

  /** Removes and returns the first deliveries of a lane. */
  shift(webhookId: number, count = Infinity): ClaimedDelivery[] {
    const queue = this.queues.get(webhookId);
    if (!queue) return [];
    const taken = queue.waiting.splice(0, count);
    this.queues.delete(webhookId);
    if (queue.waiting.length > 0) this.queues.set(webhookId, queue);
    return taken.map(({ delivery }) => delivery);
  }

  /** Returns the lanes whose first delivery has waited too long. */
  overdue(nowMs: number): Lane[] {
    return [...this.queues.values()].filter(
      ({ waiting }) => nowMs - waiting[0]!.claimedAtMs > LONGEST_WAIT_MS,
    );
  }

  drain(): ClaimedDelivery[] {
    return this.lanes().flatMap(({ webhookId }) => this.shift(webhookId));
  }
}
