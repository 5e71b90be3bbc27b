import { Inject, Injectable, type BeforeApplicationShutdown } from '@nestjs/common';
import { BackgroundLoops, type BackgroundLoop } from '@chat/bus';
import { CONFIG, LOGGER, type Logger } from '@chat/service-kit';
import type { ClaimedDelivery } from '../attempts/claimed-delivery';
import type { WebhooksConfig } from '../config';
import { Alarm } from './alarm';
import { Capacity } from './capacity';
import { ClaimedDeliveries } from './claimed-deliveries';
import { DispatchRepository, LANES_A_ROUND, type WaitingLane } from './dispatch.repository';
import { HeldLanes } from './held-lanes';
import { isOnTrial, type Lane } from '../lanes/lane';
import { LATE_MS, leaseMsOf } from '../lanes/lease.rules';
import { RightOfWay } from './right-of-way';
import { capShares, largerShares, type Share } from './slots.rules';

const POLL_MS = 1_000;
/**
 * Slots that become free within this time are filled by one claim: claiming many deliveries costs little more than
 * claiming a few.
 */
const REFILL_MS = 10;
/** The maximum number of backlog deliveries per claim. */
const REFILL = 512;
/** Lanes that become due for a retry, or whose trials end, within this time share a round. */
const TOGETHER_MS = 50;
/** How long a claim reserves a lane with a backlog for this process. */
const HOLD_MS = 3_000;

/**
 * Claims due deliveries under a lease, on every replica, and passes them on to be attempted. Deliveries left unrecorded
 * by a crash are sent again when the lease lapses, with the same `webhook-id`.
 */
@Injectable()
export class Dispatcher implements BeforeApplicationShutdown {
  private readonly loop: BackgroundLoop;
  /** A separate loop, so that other lanes need not wait for the claims of backlogs. */
  private readonly backlogs: BackgroundLoop;
  private readonly leaseMs: number;
  /** Whether the latest round left lanes that are or may be due. */
  private hasMore = false;
  private pausedUntilMs = 0;
  private readonly nextRound = new Alarm(() => this.wake());
  private readonly refill = new Alarm(() => this.backlogs.wake());

  constructor(
    loops: BackgroundLoops,
    @Inject(CONFIG) config: WebhooksConfig,
    @Inject(LOGGER) private readonly logger: Logger,
    private readonly repository: DispatchRepository,
    private readonly capacity: Capacity,
    private readonly claimed: ClaimedDeliveries,
    private readonly held: HeldLanes,
    private readonly rightOfWay: RightOfWay,
  ) {
    this.leaseMs = leaseMsOf(config);
    this.loop = loops.add({ name: 'dispatch', round: () => this.claimDue(), everyMs: POLL_MS });
    this.backlogs = loops.add({
      name: 'dispatch-backlogs',
      round: () => this.claimBacklogs(),
      everyMs: POLL_MS,
    });
    claimed.watch({
      freed: () => this.noteFreeSlot(),
      trialEnded: () => this.nextRound.setIn(TOGETHER_MS),
    });
  }

  /** The loops have stopped by then, so nothing more is claimed. */
  async beforeApplicationShutdown(): Promise<void> {
    this.nextRound.stop();
    this.refill.stop();
    const abandoned = await this.claimed.stop();
    // Postgres may be shutting down too: claims that are not given back lapse.
    await this.repository
      .giveBack({ deliveries: abandoned, holds: this.held.all() })
      .catch((error: unknown) => this.logger.warn({ error }, 'the claims were not given back'));
  }

  /** Signals that lanes may be due. */
  wake(): void {
    this.loop.wake();
  }

  /** Claims deliveries of due lanes while slots are free. The attempts run in the background. */
  private async claimDue(): Promise<void> {
    const nowMs = performance.now();
    const crowded = this.capacity.crowdedAccounts(nowMs);
    this.hasMore = this.capacity.free === 0 || crowded.length > 0;
    if (this.capacity.free === 0) return;
    const overspent = this.capacity.overspent(nowMs);
    this.wakeForBudget(overspent, nowMs);
    const waiting = await this.repository.dueLanes({
      aheadMs: POLL_MS,
      crowded,
      overspent,
      retrying: this.capacity.freeForRetries(nowMs),
    });
    this.wakeFor(waiting);
    const due = waiting.filter(({ dueInMs }) => dueInMs <= 0);
    const isFull = due.filter(({ isRetrying }) => !isRetrying).length === LANES_A_ROUND;
    const free = due.filter(({ webhookId }) => !this.held.has(webhookId));
    const steady = free.filter((lane) => !isOnTrial(lane));
    const shares = this.capacity.toClaimOfDue(steady, this.claimed.queuedOf, nowMs);
    const trials = free.filter(isOnTrial);
    const admitted = this.capacity.admitted(trials, nowMs);
    this.hasMore ||= isFull || shares.length < steady.length || admitted.length < trials.length;
    // The next round skips those that filled this one.
    if (isFull && this.capacity.crowdedAccounts(nowMs).length > crowded.length) this.nextRound.setIn(0);
    const left = Math.max(0, this.capacity.free - quotaOf(shares));
    const tried = admitted.slice(0, left).map((lane) => shareOf(lane, 1));
    const deliveries = await this.claim([...shares, ...tried]);
    for (const delivery of deliveries) {
      if (!isOnTrial(delivery)) this.rightOfWay.noteActive(delivery.webhookId, nowMs);
    }
  }

  /**
   * Claims more deliveries of the lanes that this process holds. While other lanes are active, backlogs get only a few
   * at a time.
   */
  private async claimBacklogs(): Promise<void> {
    const nowMs = performance.now();
    if (nowMs < this.pausedUntilMs) return this.refill.setIn(this.pausedUntilMs - nowMs);
    const givesWay = this.rightOfWay.mustGiveWay(nowMs);
    const shares = this.sharesOfHeld(givesWay, nowMs);
    const served = new Set(shares.map(({ webhookId }) => webhookId));
    await this.claim([...shares, ...this.held.toRenew(nowMs, served).map((lane) => shareOf(lane, 0))]);
    if (!givesWay) return;
    const pauseMs = this.rightOfWay.pauseMs(performance.now() - nowMs);
    this.pausedUntilMs = performance.now() + pauseMs;
    this.refill.setIn(pauseMs);
  }

  /** Returns shares that also claim ahead of free slots; otherwise slots would idle during each claim. */
  private sharesOfHeld(givesWay: boolean, nowMs: number): Share[] {
    const shares = this.capacity.toClaim(this.held.all(), this.claimed.queuedOf, nowMs);
    const missing = this.held.toClaimAhead().map((share) => ({
      ...share,
      quota: share.quota - this.claimed.queuedOf(share.webhookId),
    }));
    const wanted = largerShares(shares, missing);
    return givesWay ? this.rightOfWay.toClaim(wanted, this.claimed.queuedOf) : capShares(wanted, REFILL);
  }

  private async claim(shares: readonly Share[]): Promise<ClaimedDelivery[]> {
    if (shares.length === 0) return [];
    const nowMs = performance.now();
    const { lanes, deliveries: claimed } = await this.repository.claim(shares, {
      leaseMs: this.leaseMs,
      holdMs: HOLD_MS,
      heldUntilOf: (webhookId) => this.held.heldUntilOf(webhookId),
    });
    this.held.update(shares, lanes, nowMs);
    const deliveries = await this.stillOwn(claimed, nowMs);
    this.claimed.add(deliveries);
    this.noteFreeSlot();
    return deliveries;
  }

  /**
   * Returns the deliveries that this process may still attempt. If it or Postgres stalled, another process may have
   * claimed them, so their leases must be renewed first.
   */
  private async stillOwn(claimed: ClaimedDelivery[], askedAtMs: number): Promise<ClaimedDelivery[]> {
    const nowMs = performance.now();
    if (claimed.length === 0 || nowMs - askedAtMs < LATE_MS) return claimed;
    const renewed = await this.repository.renew(claimed, this.leaseMs);
    // If the renewal was late as well, these leases lapse too.
    return performance.now() - nowMs < LATE_MS ? renewed : [];
  }

  /** Schedules a round for when the next lane becomes due. */
  private wakeFor(waiting: readonly WaitingLane[]): void {
    const soon = waiting
      .filter(({ dueInMs }) => dueInMs > 0)
      .map(({ dueInMs, isRetrying }) => (isRetrying ? Math.max(dueInMs, TOGETHER_MS) : dueInMs));
    const nextInMs = Math.min(...soon);
    if (nextInMs < POLL_MS) this.nextRound.setIn(nextInMs);
  }

  /** Schedules a round for when one of the accounts that this one leaves out may have another trial. */
  private wakeForBudget(overspent: readonly number[], nowMs: number): void {
    const nextInMs = Math.min(...overspent.map((id) => this.capacity.untilUnprovenMs(id, nowMs)));
    if (nextInMs < POLL_MS) this.nextRound.setIn(Math.max(nextInMs, TOGETHER_MS));
  }

  private noteFreeSlot(): void {
    if (this.held.size > 0) this.refill.setIn(REFILL_MS);
    if (this.hasMore) this.nextRound.setIn(REFILL_MS);
  }
}

function quotaOf(shares: readonly Share[]): number {
  return shares.reduce((total, { quota }) => total + quota, 0);
}

function shareOf({ accountId, webhookId }: Lane, quota: number): Share {
  return { accountId, webhookId, quota };
}
