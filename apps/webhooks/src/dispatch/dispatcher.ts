import { Inject, Injectable, type BeforeApplicationShutdown } from '@nestjs/common';
import { setTimeout as delay } from 'node:timers/promises';
import { BackgroundLoops, type BackgroundLoop } from '@chat/bus';
import { CONFIG, LOGGER, type Logger } from '@chat/service-kit';
import type { WebhooksConfig } from '../config';
import { AttemptRecorder } from './attempt-recorder';
import { verdictOf } from './attempt.rules';
import { DispatchRepository, type ClaimedDelivery, type PendingLane } from './dispatch.repository';
import { Sender, type Answer } from './sender';
import { Slots } from './slots';
import { shareSlots } from './slots.rules';
import { Throttle } from './throttle';

/** Requests under way at once in this process. They mostly wait, so they cost little. */
const SLOTS = 1_024;
const POLL_MS = 1_000;
/** A lease outlasts the request by the time to write its result. */
const LEASE_MARGIN_MS = 5_000;
/** How long a shutdown waits for receivers to answer. */
const DRAIN_MS = 5_000;

/**
 * Sends due deliveries, on every replica: claims them under a lease, posts them and records the results. What a
 * crash leaves unrecorded is sent again when the lease lapses, under the same `webhook-id`.
 */
@Injectable()
export class Dispatcher implements BeforeApplicationShutdown {
  private readonly loop: BackgroundLoop;
  private readonly leaseMs: number;
  private readonly attempts = new Set<Promise<void>>();
  private readonly slots = new Slots(SLOTS);
  private readonly throttle = new Throttle();
  private retryTimer: NodeJS.Timeout | undefined;

  constructor(
    loops: BackgroundLoops,
    @Inject(CONFIG) config: WebhooksConfig,
    @Inject(LOGGER) private readonly logger: Logger,
    private readonly repository: DispatchRepository,
    private readonly sender: Sender,
    private readonly recorder: AttemptRecorder,
  ) {
    this.leaseMs = config.WEBHOOK_TIMEOUT_MS + LEASE_MARGIN_MS;
    this.loop = loops.add({ name: 'dispatch', round: () => this.round(), everyMs: POLL_MS });
  }

  /** The loop has stopped by then, so that no further attempt starts. */
  async beforeApplicationShutdown(): Promise<void> {
    clearTimeout(this.retryTimer);
    const drained = Promise.all(this.attempts);
    await Promise.race([drained, delay(DRAIN_MS, undefined, { ref: false })]);
    this.sender.abort();
    await drained;
  }

  /** Says that there are new deliveries. */
  wake(): void {
    this.loop.wake();
  }

  /** Starts what is due as far as slots are free; the attempts go on by themselves and wake the next round. */
  private async round(): Promise<void> {
    if (this.slots.free === 0) return;
    const pending = await this.repository.lanes();
    const nowMs = performance.now();
    const lanes = pending.map((lane) => ({
      ...lane,
      dueInMs: Math.max(lane.dueInMs, this.throttle.restMs(lane.webhookId, nowMs)),
      inFlight: this.slots.takenBy(lane.webhookId),
      isThrottled: this.throttle.isThrottled(lane.webhookId, nowMs),
    }));
    this.wakeForRetries(lanes);
    const due = lanes.filter(({ dueInMs }) => dueInMs <= 0);
    const shares = shareSlots(this.slots.free, due);
    if (shares.length === 0) return;
    for (const delivery of await this.repository.claim(shares, this.leaseMs)) this.start(delivery);
  }

  private wakeForRetries(lanes: PendingLane[]): void {
    clearTimeout(this.retryTimer);
    const nextInMs = Math.min(...lanes.map(({ dueInMs }) => dueInMs).filter((dueInMs) => dueInMs > 0));
    if (nextInMs < POLL_MS) this.retryTimer = setTimeout(() => this.loop.wake(), Math.ceil(nextInMs));
  }

  private start(delivery: ClaimedDelivery): void {
    const attempt = this.attempt(delivery)
      .catch((error: unknown) => this.logger.error({ error, deliveryId: delivery.id }, 'attempt failed'))
      .finally(() => this.attempts.delete(attempt));
    this.attempts.add(attempt);
  }

  private async attempt(delivery: ClaimedDelivery): Promise<void> {
    const answer = await this.inSlot(delivery.webhookId, () => this.post(delivery));
    if (!answer) return;
    const verdict = verdictOf(answer.error, delivery.attempts + 1, Math.random());
    await this.recorder.record({ delivery, verdict, ...answer });
  }

  private async post(delivery: ClaimedDelivery): Promise<Answer | null> {
    const answer = await this.sender.post(delivery);
    if (answer?.isExcessive) this.throttle.noteExcess(delivery.webhookId, performance.now());
    return answer;
  }

  /** Counts the work as a request to the endpoint while it runs. */
  private async inSlot<T>(webhookId: number, work: () => Promise<T>): Promise<T> {
    this.slots.take(webhookId);
    try {
      return await work();
    } finally {
      this.slots.release(webhookId);
      this.loop.wake();
    }
  }
}
