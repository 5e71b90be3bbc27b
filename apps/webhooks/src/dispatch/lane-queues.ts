import type { ClaimedDelivery } from './dispatch.repository';
import type { Lane } from './lane';

/** So long a claimed delivery may wait: what it was claimed with may have changed, and its lease must outlast its attempt. */
export const FRESH_MS = 2_000;

interface LaneQueue extends Lane {
  waiting: { delivery: ClaimedDelivery; claimedAtMs: number }[];
}

/**
 * The deliveries that are claimed and wait for a slot, each lane in the order in which they start. Moments are
 * milliseconds of any one clock.
 */
export class LaneQueues {
  private readonly queues = new Map<number, LaneQueue>();

  get isEmpty(): boolean {
    return this.queues.size === 0;
  }

  /** The lanes in which something waits, those first that had none of theirs taken for longest. */
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

  /** Takes the first deliveries of a lane. */
  take(webhookId: number, count = Infinity): ClaimedDelivery[] {
    const queue = this.queues.get(webhookId);
    if (!queue) return [];
    const taken = queue.waiting.splice(0, count);
    this.queues.delete(webhookId);
    if (queue.waiting.length > 0) this.queues.set(webhookId, queue);
    return taken.map(({ delivery }) => delivery);
  }

  /** Takes all deliveries of the lanes whose first one has waited too long. */
  takeStale(nowMs: number): ClaimedDelivery[] {
    const stale = [...this.queues.values()].filter(
      ({ waiting }) => nowMs - waiting[0]!.claimedAtMs > FRESH_MS,
    );
    return stale.flatMap(({ webhookId }) => this.take(webhookId));
  }

  takeAll(): ClaimedDelivery[] {
    return this.lanes().flatMap(({ webhookId }) => this.take(webhookId));
  }
}
