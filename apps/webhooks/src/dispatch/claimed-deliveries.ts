import { Inject, Injectable } from '@nestjs/common';
import { setTimeout as delay } from 'node:timers/promises';
import { LOGGER, type Logger } from '@chat/service-kit';
import { AttemptRecorder } from '../attempts/attempt-recorder';
import { watchAttempt } from '../attempts/attempt-telemetry';
import { isGone, verdictOf, type AttemptAnswer } from '../attempts/attempt.rules';
import type { AttemptResult, ClaimedDelivery } from '../attempts/claimed-delivery';
import { Sender, type PostOptions } from '../attempts/sender';
import { isOnTrial } from '../lanes/lane';
import { LONGEST_WAIT_MS } from '../lanes/lease.rules';
import { Alarm } from './alarm';
import { Capacity } from './capacity';
import { DispatchRepository, type GivenBack } from './dispatch.repository';
import { HeldLanes } from './held-lanes';
import { LaneQueues } from './lane-queues';
import { PendingConnects } from './pending-connects';
import { RightOfWay } from './right-of-way';
import type { Share } from './slots.rules';

/** How long a shutdown waits for receivers to respond. */
const DRAIN_MS = 5_000;

export interface AttemptsWatcher {
  /** A request has ended, so its slot is free. */
  freed(): void;
  /** The result of a trial is recorded, so its lane has a time at which it is due. */
  trialEnded(): void;
}

/**
 * The deliveries that this process has claimed: each waits in its lane's queue for a slot, is posted and recorded.
 */
@Injectable()
export class ClaimedDeliveries {
  private running = 0;
  private onDrained: () => void = () => undefined;
  private readonly queues = new LaneQueues();
  private readonly connects = new PendingConnects();
  /** Deliveries whose attempts a shutdown prevented. */
  private readonly abandoned: ClaimedDelivery[] = [];
  private readonly nextStart = new Alarm(() => this.planStart());
  private isStartPlanned = false;
  private watcher!: AttemptsWatcher;

  constructor(
    @Inject(LOGGER) private readonly logger: Logger,
    private readonly repository: DispatchRepository,
    private readonly sender: Sender,
    private readonly recorder: AttemptRecorder,
    private readonly capacity: Capacity,
    private readonly held: HeldLanes,
    private readonly rightOfWay: RightOfWay,
  ) {}

  watch(watcher: AttemptsWatcher): void {
    this.watcher = watcher;
  }

  /** How many claimed deliveries of the lane wait for a slot. */
  readonly queuedOf = (webhookId: number): number => this.queues.lengthOf(webhookId);

  /** Starts claimed deliveries while slots are free, and the rest as slots become free. */
  add(deliveries: readonly ClaimedDelivery[]): void {
    const nowMs = performance.now();
    for (const delivery of deliveries) {
      if (isOnTrial(delivery)) this.start(delivery, nowMs);
      else this.queues.add(delivery, nowMs);
    }
    this.startQueued();
  }

  /**
   * Waits up to `DRAIN_MS` for running attempts to end, then aborts them.
   * @returns the claimed deliveries that were not attempted.
   */
  async stop(): Promise<ClaimedDelivery[]> {
    this.nextStart.stop();
    this.abandoned.push(...this.queues.drain());
    const drained = new Promise<void>((resolve) => (this.onDrained = resolve));
    if (this.running === 0) this.onDrained();
    await Promise.race([drained, delay(DRAIN_MS, undefined, { ref: false })]);
    this.sender.abort();
    await drained;
    return this.abandoned;
  }

  private startQueued(): void {
    const nowMs = performance.now();
    this.giveBackOverdue(nowMs);
    const lanes = this.queues.lanes().filter(({ webhookId }) => {
      const waitMs = this.connects.waitMs(webhookId, nowMs);
      if (waitMs > 0) this.nextStart.setIn(waitMs);
      return waitMs === 0;
    });
    const shares = this.capacity.toStart(lanes, this.queuedOf, nowMs);
    for (const { webhookId, quota } of this.startingOf(shares, nowMs)) {
      for (const delivery of this.queues.shift(webhookId, quota)) this.start(delivery, nowMs);
    }
    // What nothing else starts is given back when it is overdue.
    if (!this.queues.isEmpty) this.nextStart.setIn(LONGEST_WAIT_MS);
  }

  /** Returns the part of these shares that starts now: backlogs that give way start only a few deliveries at a time. */
  private startingOf(shares: Share[], nowMs: number): Share[] {
    const backlogs = shares.filter(({ webhookId }) => this.held.has(webhookId));
    if (backlogs.length === 0 || !this.rightOfWay.mustGiveWay(nowMs)) return shares;
    const others = shares.filter(({ webhookId }) => !this.held.has(webhookId));
    const starting = [...others, ...this.rightOfWay.toStart(backlogs, nowMs)];
    this.nextStart.setIn(this.rightOfWay.untilStartMs(nowMs));
    return starting;
  }

  /**
   * Starts queued deliveries after this turn of the event loop: all attempts that end within it are replaced together,
   * and connections established within it are taken into account.
   */
  private planStart(): void {
    if (this.isStartPlanned || this.queues.isEmpty) return;
    this.isStartPlanned = true;
    setImmediate(() => {
      this.isStartPlanned = false;
      this.startQueued();
    });
  }

  /** Gives back the lanes whose deliveries have waited too long for a slot. */
  private giveBackOverdue(nowMs: number): void {
    const taken = this.queues.overdue(nowMs).map(({ webhookId }) => this.withdraw(webhookId));
    void this.giveBack({
      deliveries: taken.flatMap(({ deliveries }) => deliveries),
      holds: taken.flatMap(({ holds }) => holds),
    });
  }

  /** Removes the queued deliveries of a lane, and its hold. */
  private withdraw(webhookId: number): GivenBack {
    const hold = this.held.drop(webhookId);
    return { deliveries: this.queues.shift(webhookId), holds: hold ? [hold] : [] };
  }

  private async giveBack(claims: GivenBack): Promise<void> {
    if (claims.deliveries.length === 0 && claims.holds.length === 0) return;
    await this.repository.giveBack(claims).catch((error: unknown) => {
      // Their leases will lapse.
      this.logger.error({ error }, 'deliveries could not be given back');
    });
  }

  private start(delivery: ClaimedDelivery, nowMs: number): void {
    this.capacity.take(delivery, nowMs);
    this.running += 1;
    void this.attempt(delivery, { onWrite: this.connects.add(delivery.webhookId, nowMs), startedAt: nowMs });
  }

  private async attempt(delivery: ClaimedDelivery, options: PostOptions): Promise<void> {
    try {
      const answer = await this.post(delivery, options);
      if (!answer) return void this.abandoned.push(delivery);
      // The rest of the lane was claimed for an endpoint that was active and well.
      const rest = isGone(answer) || answer.isExcessive ? this.withdraw(delivery.webhookId) : null;
      await this.recorder.record(resultOf(delivery, answer));
      if (rest) await this.giveBack(rest);
      if (isOnTrial(delivery)) this.watcher.trialEnded();
    } catch (error) {
      const { accountId, webhookId, id: deliveryId } = delivery;
      this.logger.error({ error, accountId, webhookId, deliveryId }, 'attempt failed');
    } finally {
      this.running -= 1;
      if (this.running === 0) this.onDrained();
    }
  }

  /** Posts the delivery, then releases its slot. */
  private async post(delivery: ClaimedDelivery, options: PostOptions): Promise<AttemptAnswer | null> {
    const watch = watchAttempt(delivery);
    try {
      const answer = await this.sender.post(delivery, options);
      watch(answer);
      if (answer) this.capacity.note(delivery, answer, performance.now());
      if (answer?.error === null && !answer.isExcessive) this.held.noteSuccess(delivery.webhookId);
      return answer;
    } finally {
      options.onWrite?.();
      this.capacity.release(delivery);
      this.planStart();
      this.watcher.freed();
    }
  }
}

function resultOf(delivery: ClaimedDelivery, answer: AttemptAnswer): AttemptResult {
  const { error, responseStatus, retryAfterMs, isExcessive, responseBody, durationMs } = answer;
  const verdict = verdictOf(answer, delivery.attempts + 1, Math.random());
  return { delivery, verdict, error, responseStatus, retryAfterMs, isExcessive, responseBody, durationMs };
}
