import { Inject, Injectable } from '@nestjs/common';
import { setTimeout as delay } from 'node:timers/promises';
import { LOGGER, type Logger } from '@chat/service-kit';
import { Alarm } from './alarm';
import { AttemptRecorder } from './attempt-recorder';
import { watchAttempt } from './attempt-telemetry';
import { isGone, verdictOf } from './attempt.rules';
import { PendingConnects } from './pending-connects';
import {
  DispatchRepository,
  type AttemptResult,
  type ClaimedDelivery,
  type Released,
} from './dispatch.repository';
import type { Lane } from '../lanes/lane';
import { HeldLanes } from './held-lanes';
import { LaneQueues } from './lane-queues';
import { Pace } from './pace';
import { RetryBudget } from './retry-budget';
import { Sender, type AttemptAnswer, type PostOptions } from './sender';
import { Slots } from './slots';
import { mostOfAccount, shareSlots, type DueLane, type Share } from './slots.rules';
import { Trickle } from './trickle';
import { UnprovenBudget } from './unproven-budget';

/** Concurrent requests in this process. They mostly wait, so they cost little. */
const SLOTS = 1_024;
/** The slots available to retrying lanes. The others stay free for healthy lanes. */
const RETRY_SLOTS = SLOTS / 2;
/** How long a shutdown waits for receivers to respond. */
const DRAIN_MS = 5_000;

export interface AttemptsWatcher {
  /** A request has ended, so its slot is free. */
  freed(): void;
  /** The result of a trial is recorded, so its lane has a time at which it is due. */
  trialEnded(): void;
}

/**
 * Attempts the deliveries that this process has claimed: each waits in its lane's queue for a slot, is posted and
 * recorded.
 */
@Injectable()
export class Attempts {
  private running = 0;
  private onDrained: () => void = () => undefined;
  private readonly slots = new Slots(SLOTS);
  private readonly retries = new RetryBudget(RETRY_SLOTS);
  private readonly unproven = new UnprovenBudget();
  private readonly pace = new Pace();
  private readonly queues = new LaneQueues();
  private readonly connects = new PendingConnects();
  private readonly trickle = new Trickle();
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
    private readonly held: HeldLanes,
  ) {}

  watch(watcher: AttemptsWatcher): void {
    this.watcher = watcher;
  }

  get freeSlots(): number {
    return this.slots.free;
  }

  /** Returns the accounts whose due lanes may get no more slots for now. */
  crowdedAccounts(nowMs: number): number[] {
    return this.slots.crowdedAccounts(nowMs);
  }

  /** Returns how many retries may start now. */
  availableRetries(nowMs: number): number {
    return Math.min(this.retries.available(nowMs), this.slots.free);
  }

  /** Returns the accounts whose unproven endpoints may not get requests now. */
  overspent(nowMs: number): number[] {
    return this.unproven.overspent(nowMs);
  }

  /** Returns the lanes on trial that may get a request now: those of unproven endpoints share the budget of their account. */
  admitted<T extends Lane & { isProven: boolean }>(lanes: readonly T[], nowMs: number): T[] {
    const left = new Map<number, number>();
    return lanes.filter(({ accountId, isProven }) => {
      if (isProven) return true;
      const requests = left.get(accountId) ?? this.unproven.left(accountId, nowMs);
      left.set(accountId, requests - 1);
      return requests > 0;
    });
  }

  /** Returns how many claimed deliveries of the lane are waiting for a slot. */
  queuedOf(webhookId: number): number {
    return this.queues.lengthOf(webhookId);
  }

  /** Returns how many more deliveries of each lane may start now, in addition to those already claimed. */
  sharesOf(lanes: readonly Lane[], nowMs: number): Share[] {
    return this.share(
      lanes.map((lane) => {
        const due = this.dueLaneOf(lane, nowMs);
        due.inFlight += this.queues.lengthOf(lane.webhookId);
        return due;
      }),
    );
  }

  /**
   * Like `sharesOf`, for due lanes. Accounts without room for all of theirs are skipped for a moment: their lanes could fill
   * each round.
   */
  sharesOfDue(lanes: readonly Lane[], nowMs: number): Share[] {
    const shares = this.sharesOf(lanes, nowMs);
    const roomOf = this.roomsOf(lanes);
    const given = new Map<number, number>();
    for (const { accountId, quota } of shares) given.set(accountId, (given.get(accountId) ?? 0) + quota);
    const served = new Set(shares.map(({ webhookId }) => webhookId));
    for (const { accountId, webhookId } of lanes) {
      const isFull = (given.get(accountId) ?? 0) >= roomOf(accountId);
      if (!served.has(webhookId) && isFull) this.slots.noteCrowded(accountId, nowMs);
    }
    return shares;
  }

  /** Starts claimed deliveries while slots are free, and the rest as slots become free. */
  take(deliveries: readonly ClaimedDelivery[]): void {
    const nowMs = performance.now();
    for (const delivery of deliveries) {
      if (delivery.isOnTrial) this.start(delivery, nowMs);
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
    this.abandoned.push(...this.queues.takeAll());
    const drained = new Promise<void>((resolve) => (this.onDrained = resolve));
    if (this.running === 0) this.onDrained();
    await Promise.race([drained, delay(DRAIN_MS, undefined, { ref: false })]);
    this.sender.abort();
    await drained;
    return this.abandoned;
  }

  private startQueued(): void {
    const nowMs = performance.now();
    this.releaseOverdue(nowMs);
    const lanes = this.queues.lanes().filter(({ webhookId }) => {
      const waitMs = this.connects.waitMs(webhookId, nowMs);
      if (waitMs > 0) this.nextStart.setIn(waitMs);
      return waitMs === 0;
    });
    const due = lanes.map((lane) => {
      const one = this.dueLaneOf(lane, nowMs);
      one.limit = Math.min(one.limit, one.inFlight + this.queues.lengthOf(lane.webhookId));
      return one;
    });
    for (const { webhookId, quota } of this.startingOf(this.share(due), nowMs)) {
      for (const delivery of this.queues.take(webhookId, quota)) this.start(delivery, nowMs);
    }
  }

  /** Returns the part of these shares that starts now: backlogs that give way start only a few deliveries at a time. */
  private startingOf(shares: Share[], nowMs: number): Share[] {
    const backlogs = shares.filter(({ webhookId }) => this.held.has(webhookId));
    if (backlogs.length === 0 || !this.held.mustGiveWay(nowMs)) return shares;
    const others = shares.filter(({ webhookId }) => !this.held.has(webhookId));
    const starting = [...others, ...this.trickle.take(backlogs, nowMs)];
    this.nextStart.setIn(this.trickle.waitMs(nowMs));
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

  /** Releases the lanes whose deliveries have waited too long for a slot. */
  private releaseOverdue(nowMs: number): void {
    const deliveries = this.queues.takeOverdue(nowMs);
    const lanes = new Set(deliveries.map(({ webhookId }) => webhookId));
    void this.release({ deliveries, holds: [...lanes].flatMap((id) => this.held.drop(id) ?? []) });
  }

  /** Removes the queued deliveries of a lane, and its hold. */
  private takeBack(webhookId: number): Released {
    const hold = this.held.drop(webhookId);
    return { deliveries: this.queues.take(webhookId), holds: hold ? [hold] : [] };
  }

  private async release(released: Released): Promise<void> {
    if (released.deliveries.length === 0 && released.holds.length === 0) return;
    await this.repository.release(released).catch((error: unknown) => {
      // Their leases will lapse.
      this.logger.error({ error }, 'deliveries could not be given back');
    });
  }

  private share(lanes: readonly DueLane[]): Share[] {
    return shareSlots(this.slots.free, lanes, this.roomsOf(lanes));
  }

  /** Returns how many more slots each account may hold. */
  private roomsOf(lanes: readonly Lane[]): (accountId: number) => number {
    const accounts = new Set(lanes.map(({ accountId }) => accountId)).size;
    const most = mostOfAccount(this.slots.free, { of: SLOTS, accounts });
    return (accountId) => most - this.slots.takenByAccount(accountId);
  }

  private dueLaneOf({ accountId, webhookId }: Lane, nowMs: number): DueLane {
    const limit = this.pace.limitOf(webhookId, nowMs);
    return { accountId, webhookId, inFlight: this.slots.takenBy(webhookId), limit };
  }

  private start(delivery: ClaimedDelivery, nowMs: number): void {
    this.slots.take(delivery);
    if (delivery.isOnTrial) this.retries.take(nowMs);
    if (!delivery.isProven) this.unproven.noteStart(delivery.accountId, nowMs);
    this.running += 1;
    void this.attempt(delivery, { onWrite: this.connects.add(delivery.webhookId, nowMs), startedAt: nowMs });
  }

  private async attempt(delivery: ClaimedDelivery, options: PostOptions): Promise<void> {
    try {
      const answer = await this.post(delivery, options);
      if (!answer) return void this.abandoned.push(delivery);
      // The rest of the lane was claimed for an endpoint that was active and well.
      const released = isGone(answer) || answer.isExcessive ? this.takeBack(delivery.webhookId) : null;
      await this.recorder.record(resultOf(delivery, answer));
      if (released) await this.release(released);
      if (delivery.isOnTrial) this.watcher.trialEnded();
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
      if (answer) this.noteAnswer(delivery, answer);
      return answer;
    } finally {
      options.onWrite?.();
      this.slots.release(delivery);
      if (delivery.isOnTrial) this.retries.release();
      this.planStart();
      this.watcher.freed();
    }
  }

  private noteAnswer(delivery: ClaimedDelivery, { error, isExcessive, durationMs }: AttemptAnswer): void {
    const { accountId, webhookId, isProven } = delivery;
    const nowMs = performance.now();
    // A blocked request has reached nobody.
    const isHarmless = error === null || error === 'blocked';
    if (!isProven) this.unproven.noteEnd(accountId, { isHarmless, isExcessive }, nowMs);
    if (isExcessive) this.pace.noteExcess(webhookId, nowMs);
    else if (error !== null) this.pace.noteFailure(webhookId);
    else {
      this.pace.noteSuccess(webhookId, { inFlight: this.slots.takenBy(webhookId), durationMs, nowMs });
      this.held.noteSuccess(webhookId);
    }
  }
}

function resultOf(delivery: ClaimedDelivery, answer: AttemptAnswer): AttemptResult {
  const { error, responseStatus, retryAfterMs, isExcessive, responseBody, durationMs } = answer;
  const verdict = verdictOf(answer, delivery.attempts + 1, Math.random());
  return { delivery, verdict, error, responseStatus, retryAfterMs, isExcessive, responseBody, durationMs };
}
