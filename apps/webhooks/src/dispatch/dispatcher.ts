import { Inject, Injectable, type BeforeApplicationShutdown } from '@nestjs/common';
import { setTimeout as delay } from 'node:timers/promises';
import { BackgroundLoops, type BackgroundLoop } from '@chat/bus';
import { CONFIG, LOGGER, type Logger } from '@chat/service-kit';
import type { WebhooksConfig } from '../config';
import { Alarm } from './alarm';
import { AttemptRecorder } from './attempt-recorder';
import { verdictOf } from './attempt.rules';
import { DispatchRepository, type ClaimedDelivery, type WaitingLane } from './dispatch.repository';
import { HeldLanes } from './held-lanes';
import { Pace } from './pace';
import { RetryBudget } from './retry-budget';
import { Sender, type Answer } from './sender';
import { Slots } from './slots';
import { cutShares, shareSlots, type DueLane, type Share } from './slots.rules';
import { Throttle } from './throttle';
import type { Lane } from './lane';

/** Requests under way at once in this process. They mostly wait, so they cost little. */
const SLOTS = 1_024;
/** Those that lanes which only retry may have; the others stay free for lanes where all goes well. */
const RETRY_SLOTS = SLOTS / 2;
/** Those that one account may have. */
const SLOTS_OF_ACCOUNT = SLOTS / 4;
const POLL_MS = 1_000;
/** Slots that become free within this time share a claim: one of many deliveries costs little more than one of a few. */
const REFILL_MS = 10;
/** How many deliveries of backlogs start together while others have deliveries, too: theirs wait for it. */
const REFILL_BESIDE_OTHERS = 16;
/** Then they rest so many times as long as it took to claim them: on a busy machine longer, but never very long. */
const REST_BESIDE_OTHERS = 2;
const LONGEST_REST_MS = 500;
/** For so long after a delivery of others. */
const BESIDE_OTHERS_MS = 1_000;
/** Retries that become due within this time share a round. */
const RETRIES_TOGETHER_MS = 50;
/** A lease outlasts the request by the time to write its result. */
const LEASE_MARGIN_MS = 5_000;
/** How long a lane with a backlog is left to this process after each look. */
const HOLD_MS = 3_000;
/** How long a shutdown waits for receivers to answer. */
const DRAIN_MS = 5_000;

/**
 * Sends due deliveries, on every replica: claims them under a lease, posts them and records the results. What a
 * crash leaves unrecorded is sent again when the lease lapses, under the same `webhook-id`.
 */
@Injectable()
export class Dispatcher implements BeforeApplicationShutdown {
  private readonly loop: BackgroundLoop;
  /** Apart from the others, which would wait for it. */
  private readonly backlogs: BackgroundLoop;
  private readonly leaseMs: number;
  private readonly attempts = new Set<Promise<void>>();
  private readonly slots = new Slots(SLOTS);
  private readonly retries = new RetryBudget(RETRY_SLOTS);
  private readonly pace = new Pace();
  private readonly throttle = new Throttle();
  private readonly held = new HeldLanes(POLL_MS);
  /** What the end of the process stopped. */
  private readonly abandoned: ClaimedDelivery[] = [];
  /** Whether the latest look left lanes that are due. */
  private hasMore = false;
  /** Until when others than those with a backlog are thought of. */
  private besideOthersUntilMs = 0;
  private backlogsRestUntilMs = 0;
  private readonly nextLook = new Alarm(() => this.wake());
  private readonly refill = new Alarm(() => this.backlogs.wake());

  constructor(
    loops: BackgroundLoops,
    @Inject(CONFIG) config: WebhooksConfig,
    @Inject(LOGGER) private readonly logger: Logger,
    private readonly repository: DispatchRepository,
    private readonly sender: Sender,
    private readonly recorder: AttemptRecorder,
  ) {
    this.leaseMs = leaseMsOf(config);
    this.loop = loops.add({ name: 'dispatch', round: () => this.look(), everyMs: POLL_MS });
    this.backlogs = loops.add({ name: 'dispatch-backlogs', round: () => this.goOn(), everyMs: POLL_MS });
  }

  /** The loops have stopped by then, so that no further attempt starts. */
  async beforeApplicationShutdown(): Promise<void> {
    this.nextLook.stop();
    this.refill.stop();
    const drained = Promise.all(this.attempts);
    await Promise.race([drained, delay(DRAIN_MS, undefined, { ref: false })]);
    this.sender.abort();
    await drained;
    await this.repository.release(this.abandoned, this.held.all());
  }

  /** Says that there may be lanes that are due. */
  wake(): void {
    this.loop.wake();
  }

  /** Starts what is due as far as slots are free; the attempts go on by themselves. */
  private async look(): Promise<void> {
    const nowMs = performance.now();
    this.hasMore = this.slots.free === 0;
    if (this.hasMore) return;
    const waiting = await this.repository.dueLanes({
      aheadMs: POLL_MS,
      crowded: this.slots.accountsHolding(SLOTS_OF_ACCOUNT),
      retrying: Math.min(this.retries.available(nowMs), this.slots.free),
    });
    this.wakeFor(waiting);
    const due = waiting.filter(({ dueInMs, webhookId }) => dueInMs <= 0 && !this.held.has(webhookId));
    const rested = this.rested(due, nowMs);
    const steady = rested.filter(({ isRetrying }) => !isRetrying);
    const shares = this.sharesOf(steady, nowMs);
    this.hasMore ||= shares.length < steady.length;
    const left = Math.max(0, this.slots.free - quotaOf(shares));
    const retries = rested.filter(({ isRetrying }) => isRetrying).slice(0, left);
    const deliveries = await this.claim([
      ...shares,
      ...retries.map((lane) => ({ ...laneOf(lane), quota: 1 })),
    ]);
    const isOther = ({ webhookId, isRetrying }: ClaimedDelivery) => !isRetrying && !this.held.has(webhookId);
    if (deliveries.some(isOther)) this.besideOthersUntilMs = nowMs + BESIDE_OTHERS_MS;
  }

  /** Goes on with the lanes that this process holds. Backlogs get little at a time while others have deliveries, too. */
  private async goOn(): Promise<void> {
    const nowMs = performance.now();
    if (nowMs < this.backlogsRestUntilMs) return this.refill.setIn(this.backlogsRestUntilMs - nowMs);
    const isBesideOthers = nowMs < this.besideOthersUntilMs;
    const wanted = this.sharesOf(this.rested(this.held.all(), nowMs), nowMs);
    const shares = isBesideOthers ? cutShares(wanted, REFILL_BESIDE_OTHERS) : wanted;
    const served = new Set(shares.map(({ webhookId }) => webhookId));
    await this.claim([
      ...shares,
      ...this.held.toRenew(nowMs, served).map((lane) => ({ ...laneOf(lane), quota: 0 })),
    ]);
    if (!isBesideOthers) return;
    const restMs = Math.min(REST_BESIDE_OTHERS * (performance.now() - nowMs), LONGEST_REST_MS);
    this.backlogsRestUntilMs = performance.now() + restMs;
    this.refill.setIn(restMs);
  }

  /** Those that need not rest now. The others are looked at again when they have. */
  private rested<T extends Lane>(lanes: readonly T[], nowMs: number): T[] {
    return lanes.filter(({ webhookId }) => {
      const restMs = this.throttle.restMs(webhookId, nowMs);
      if (restMs > 0) (this.held.has(webhookId) ? this.refill : this.nextLook).setIn(restMs);
      return restMs === 0;
    });
  }

  private sharesOf(lanes: readonly Lane[], nowMs: number): Share[] {
    return shareSlots(
      this.slots.free,
      lanes.map((lane) => this.dueLaneOf(lane, nowMs)),
      (accountId) => SLOTS_OF_ACCOUNT - this.slots.takenByAccount(accountId),
    );
  }

  /** Claims the shares and starts what it gets. The slots are taken meanwhile, as the loops know nothing of each other. */
  private async claim(shares: readonly Share[]): Promise<ClaimedDelivery[]> {
    if (shares.length === 0) return [];
    const nowMs = performance.now();
    for (const share of shares) this.slots.take(share, share.quota);
    try {
      const { lanes, deliveries } = await this.repository.claim(shares, {
        leaseMs: this.leaseMs,
        holdMs: HOLD_MS,
        held: this.held.ids(),
      });
      this.held.note(shares, lanes, nowMs);
      for (const delivery of deliveries) this.start(delivery);
      return deliveries;
    } finally {
      for (const share of shares) this.slots.release(share, share.quota);
      this.noteFreeSlots();
    }
  }

  private dueLaneOf(lane: Lane, nowMs: number): DueLane {
    const { webhookId } = lane;
    const limit = this.throttle.isThrottled(webhookId, nowMs) ? 1 : this.pace.limitOf(webhookId);
    return { ...laneOf(lane), inFlight: this.slots.takenBy(webhookId), limit };
  }

  /** Has the next lane that becomes due looked at in time. */
  private wakeFor(waiting: readonly WaitingLane[]): void {
    const soon = waiting
      .filter(({ dueInMs }) => dueInMs > 0)
      .map(({ dueInMs, isRetrying }) => (isRetrying ? Math.max(dueInMs, RETRIES_TOGETHER_MS) : dueInMs));
    const nextInMs = Math.min(...soon);
    if (nextInMs < POLL_MS) this.nextLook.setIn(nextInMs);
  }

  private start(delivery: ClaimedDelivery): void {
    const attempt = this.attempt(delivery)
      .catch((error: unknown) => this.logger.error({ error, deliveryId: delivery.id }, 'attempt failed'))
      .finally(() => this.attempts.delete(attempt));
    this.attempts.add(attempt);
  }

  private async attempt(delivery: ClaimedDelivery): Promise<void> {
    const answer = await this.inSlot(delivery, () => this.post(delivery));
    if (!answer) return void this.abandoned.push(delivery);
    const verdict = verdictOf(answer, delivery.attempts + 1, Math.random());
    await this.recorder.record({ delivery, verdict, ...answer });
    // Only now it is known when to look at the lane again, which may be before the next poll.
    if (delivery.isRetrying) this.nextLook.setIn(RETRIES_TOGETHER_MS);
  }

  private async post(delivery: ClaimedDelivery): Promise<Answer | null> {
    const { webhookId } = delivery;
    const answer = await this.sender.post(delivery);
    if (answer?.isExcessive) this.throttle.noteExcess(webhookId, performance.now());
    if (answer?.error === null) this.pace.noteSuccess(webhookId, this.slots.takenBy(webhookId));
    else if (answer) this.pace.noteFailure(webhookId);
    return answer;
  }

  /** Counts the work as a request to the endpoint while it runs. */
  private async inSlot<T>(delivery: ClaimedDelivery, work: () => Promise<T>): Promise<T> {
    this.slots.take(delivery);
    if (delivery.isRetrying) this.retries.take(performance.now());
    try {
      return await work();
    } finally {
      this.slots.release(delivery);
      if (delivery.isRetrying) this.retries.release();
      this.noteFreeSlots();
    }
  }

  private noteFreeSlots(): void {
    if (this.held.size > 0) this.refill.setIn(REFILL_MS);
    if (this.hasMore) this.nextLook.setIn(REFILL_MS);
  }
}

/** How long a claim keeps a delivery from others. */
export function leaseMsOf({ WEBHOOK_TIMEOUT_MS }: WebhooksConfig): number {
  return WEBHOOK_TIMEOUT_MS + LEASE_MARGIN_MS;
}

function quotaOf(shares: readonly Share[]): number {
  return shares.reduce((total, { quota }) => total + quota, 0);
}

function laneOf({ accountId, webhookId }: Lane): Lane {
  return { accountId, webhookId };
}
