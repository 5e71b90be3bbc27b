import { isDeepStrictEqual } from 'node:util';
import { Inject, Injectable, type OnApplicationBootstrap } from '@nestjs/common';
import { Transactions, type Transaction } from '@chat/bus';
import type { NumberRestriction } from '@chat/contracts/cloud-connector';
import { Jobs, jobType, LOGGER, type JobOf, type Logger } from '@chat/service-kit';
import type { NumberTrouble } from '../provider/error-table.rules';
import { announceNumber } from './number-events';
import { numberTroubles, type NumberWarning } from './number-trouble.rules';
import type { NumberRow, OpenNumber } from './number.row';
import { NumbersRepository, type NumberChange } from './numbers.repository';
import { activeOf, firstEnd, forbidsAll } from './restriction.rules';
import { asOf } from './state-time.rules';

/** Due when a restriction ends. Only the previous release, which keeps no list, compares when it was told of. */
const endRestriction = jobType<{ channelId: number; stoppedAt: string }>('end-restriction');

/** How far the clock of jobs may be ahead of ours. What ends a little early is refused by the provider until then. */
const CLOCK_SLACK_MS = 60_000;

const reconnected = {
  status: 'connected',
  reason: 'reconnected',
  last_error: null,
  last_error_reason: null,
} as const;

/** Why a number can do nothing any more. */
interface Disconnection {
  trouble: NumberTrouble;
  /** When it happened, by the provider's clock. */
  at: Date;
  /** Replaces the usual sentence of the trouble. */
  sentence?: string;
  /** The restrictions that leave nothing to send; absent if the provider names none. */
  restrictions?: NumberRestriction[];
}

/** Keeps the status of numbers as the provider reports it. Callers have locked the row. */
@Injectable()
export class NumberStatesService implements OnApplicationBootstrap {
  constructor(
    private readonly numbers: NumbersRepository,
    private readonly transactions: Transactions,
    private readonly jobs: Jobs,
    @Inject(LOGGER) private readonly logger: Logger,
  ) {}

  onApplicationBootstrap(): void {
    this.jobs.handle(endRestriction, (job) => Promise.resolve((tx) => this.endRestriction(job, tx)));
  }

  /** Records the trouble that a refused call revealed; nothing happens if the number was renewed meanwhile. */
  async record(
    { accountId, channelId, credentialsVersion }: OpenNumber,
    trouble: NumberTrouble,
  ): Promise<void> {
    await this.transactions.run(null, async (tx) => {
      const row = await this.numbers.lock(accountId, channelId, tx.manager);
      if (row?.credentials_version === credentialsVersion)
        await this.suffer(row, trouble, asOf(new Date()), tx);
    });
  }

  /**
   * Disconnects a number, or shows a warning, as the trouble that a refusal revealed requires. What is known to be
   * restricted is refused, and nothing else.
   * @param at when it was refused, by the provider's clock.
   */
  async suffer(row: NumberRow, trouble: NumberTrouble, at: Date, tx: Transaction): Promise<void> {
    const { disconnects, sentence } = numberTroubles[trouble];
    if (!disconnects) return this.warn(row, { reason: trouble, sentence }, tx);
    const isRestricted = activeOf(row.restrictions, new Date()).length > 0;
    if (trouble === 'account_restricted' && isRestricted) return;
    await this.disconnect(row, { trouble, at }, tx);
  }

  /** Disconnects a number. Only a restriction changes what is restricted. */
  async disconnect(
    row: NumberRow,
    { trouble, at, sentence = numberTroubles[trouble].sentence, restrictions: reported = [] }: Disconnection,
    tx: Transaction,
  ): Promise<void> {
    const restrictions = trouble === 'account_restricted' ? reported : row.restrictions;
    const isKnown = row.status === 'disconnected' && row.reason === trouble;
    if (isKnown && isDeepStrictEqual(row.restrictions, restrictions))
      return this.numbers.confirmStatus(row, at, tx.manager);
    const disconnected = { status: 'disconnected', reason: trouble, last_error: sentence } as const;
    await this.change(row, { ...disconnected, restrictions, state_at: at }, tx);
    await this.endAfter(row, reported, at, tx);
    const { account_id: accountId, channel_id: channelId } = row;
    this.logger.error({ accountId, channelId, reason: trouble }, 'a Cloud number is disconnected');
  }

  /**
   * Reconnects a number.
   * @param at when the provider allowed it, by its clock.
   */
  async reconnect(row: NumberRow, at: Date, tx: Transaction): Promise<void> {
    if (row.status === 'connected' && row.last_error === null && row.restrictions.length === 0)
      return this.numbers.confirmStatus(row, at, tx.manager);
    await this.change(row, { ...reconnected, restrictions: [], state_at: at }, tx);
  }

  /**
   * Records which kinds of message the provider restricts. The number stays connected, and is connected again if it was
   * disconnected because everything was restricted.
   * @param at when it was restricted, by the provider's clock.
   */
  async restrict(
    row: NumberRow,
    restrictions: NumberRestriction[],
    at: Date,
    tx: Transaction,
  ): Promise<void> {
    const wasStopped = isStopped(row) && row.restrictions.length > 0;
    if (row.status === 'disconnected' && !wasStopped) return;
    if (!wasStopped && isDeepStrictEqual(row.restrictions, restrictions))
      return this.numbers.confirmStatus(row, at, tx.manager);
    await this.change(row, { ...(wasStopped && reconnected), restrictions, state_at: at }, tx);
    await this.endAfter(row, restrictions, at, tx);
  }

  /** Shows a warning for a number, which stays connected. */
  async warn(row: NumberRow, { reason, sentence }: NumberWarning, tx: Transaction): Promise<void> {
    if (row.status === 'connected' && row.last_error !== sentence) {
      await this.change(row, { last_error: sentence, last_error_reason: reason }, tx);
    }
  }

  async setBillingBlocked(row: NumberRow, isBlocked: boolean, tx: Transaction): Promise<void> {
    if (row.is_billing_blocked !== isBlocked) await this.change(row, { is_billing_blocked: isBlocked }, tx);
  }

  /** Schedules the end of the first of these restrictions. */
  private async endAfter(
    { account_id: accountId, channel_id: channelId }: NumberRow,
    restrictions: NumberRestriction[],
    at: Date,
    tx: Transaction,
  ): Promise<void> {
    const end = firstEnd(restrictions);
    if (end === null) return;
    const data = { channelId, stoppedAt: at.toISOString() };
    await this.jobs.add(tx, endRestriction, { accountId, data, delayMs: end.getTime() - Date.now() });
  }

  private async endRestriction(
    { accountId, data: { channelId, stoppedAt } }: JobOf<typeof endRestriction>,
    tx: Transaction,
  ): Promise<void> {
    const row = await this.numbers.lock(accountId, channelId, tx.manager);
    if (!row) return;
    const left = activeOf(row.restrictions, new Date(Date.now() + CLOCK_SLACK_MS));
    const hasEnded = left.length < row.restrictions.length;
    // The previous release stopped it, and kept no list.
    const isOfBefore = row.restrictions.length === 0 && row.state_at?.toISOString() === stoppedAt;
    if (!hasEnded && !(isOfBefore && isStopped(row))) return;
    const worksAgain = isStopped(row) && !forbidsAll(left);
    await this.change(row, { ...(worksAgain && reconnected), restrictions: left }, tx);
    await this.endAfter(row, left, row.state_at ?? asOf(new Date()), tx);
  }

  private async change(row: NumberRow, change: NumberChange, tx: Transaction): Promise<void> {
    announceNumber(tx, await this.numbers.change(row, change, tx.manager));
  }
}

function isStopped({ status, reason }: NumberRow): boolean {
  return status === 'disconnected' && reason === 'account_restricted';
}
