import { Injectable } from '@nestjs/common';
import type { ClaimedDelivery } from '../attempts/claimed-delivery';
import type { AttemptAnswer } from '../attempts/attempt.rules';
import type { Lane } from '../lanes/lane';
import { Pace } from './pace';
import { RetryBudget } from './retry-budget';
import { Slots } from './slots';
import { mostOfAccount, shareSlots, type DueLane, type Share } from './slots.rules';
import { UnprovenBudget } from './unproven-budget';

/** Concurrent requests in this process. They mostly wait, so they cost little. */
const SLOTS = 1_024;
/** The slots available to retrying lanes. The others stay free for healthy lanes. */
const RETRY_SLOTS = SLOTS / 2;

/** Returns how many claimed deliveries of a lane wait for a slot. */
type QueuedOf = (webhookId: number) => number;

/**
 * How many more requests may start: in this process, of an account, to an endpoint, and to those that fail or are unproven. Times are
 * milliseconds of any monotonic clock.
 */
@Injectable()
export class Capacity {
  private readonly slots = new Slots(SLOTS);
  private readonly retries = new RetryBudget(RETRY_SLOTS);
  private readonly unproven = new UnprovenBudget();
  private readonly pace = new Pace();

  get free(): number {
    return this.slots.free;
  }

  /** Returns the accounts whose due lanes may get no more slots for now. */
  crowdedAccounts(nowMs: number): number[] {
    return this.slots.crowdedAccounts(nowMs);
  }

  /** Returns how many retrying lanes may get a request now. */
  freeForRetries(nowMs: number): number {
    return Math.min(this.retries.available(nowMs), this.slots.free);
  }

  /** Returns the accounts whose unproven endpoints may not get requests now. */
  overspent(nowMs: number): number[] {
    return this.unproven.overspent(nowMs);
  }

  /** Returns how long it takes until an unproven endpoint of the account may get a request. */
  untilUnprovenMs(accountId: number, nowMs: number): number {
    return this.unproven.untilLeftMs(accountId, nowMs);
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

  /** Returns how many more deliveries of each lane may be claimed, besides those that wait already. */
  toClaim(lanes: readonly Lane[], queuedOf: QueuedOf, nowMs: number): Share[] {
    return this.share(
      lanes.map((lane) => {
        const due = this.dueLaneOf(lane, nowMs);
        return { ...due, inFlight: due.inFlight + queuedOf(lane.webhookId) };
      }),
    );
  }

  /**
   * Like `toClaim`, for due lanes. Accounts without room for all of theirs are skipped for a moment: their lanes could fill
   * each round.
   */
  toClaimOfDue(lanes: readonly Lane[], queuedOf: QueuedOf, nowMs: number): Share[] {
    const shares = this.toClaim(lanes, queuedOf, nowMs);
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

  /** Returns how many of the waiting deliveries of each lane may start. */
  toStart(lanes: readonly Lane[], queuedOf: QueuedOf, nowMs: number): Share[] {
    return this.share(
      lanes.map((lane) => {
        const due = this.dueLaneOf(lane, nowMs);
        return { ...due, limit: Math.min(due.limit, due.inFlight + queuedOf(lane.webhookId)) };
      }),
    );
  }

  take(delivery: ClaimedDelivery, nowMs: number): void {
    this.slots.take(delivery);
    if (delivery.isRetrying) this.retries.take(nowMs);
    if (!delivery.isProven) this.unproven.noteStart(delivery.accountId, nowMs);
  }

  /** Learns from an answer what its endpoint gets next. Call it before `release`. */
  note(delivery: ClaimedDelivery, { error, isExcessive, durationMs }: AttemptAnswer, nowMs: number): void {
    const { accountId, webhookId, isProven } = delivery;
    // A blocked request has reached nobody.
    const isHarmless = error === null || error === 'blocked';
    if (!isProven) this.unproven.noteEnd(accountId, { isHarmless, isExcessive }, nowMs);
    if (isExcessive) this.pace.noteExcess(webhookId, nowMs);
    else if (error !== null) this.pace.noteFailure(webhookId);
    else this.pace.noteSuccess(webhookId, { inFlight: this.slots.takenBy(webhookId), durationMs, nowMs });
  }

  release(delivery: ClaimedDelivery): void {
    this.slots.release(delivery);
    if (delivery.isRetrying) this.retries.release();
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
}
