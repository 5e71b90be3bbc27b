import { Inject, Injectable, type OnApplicationBootstrap } from '@nestjs/common';
import { BusClient, Transactions, type Transaction } from '@chat/bus';
import type { RequestContext } from '@chat/contracts';
import type { NumberSnapshot, VerifiedNumber } from '@chat/contracts/cloud-connector';
import { getAccount } from '@chat/contracts/gateway';
import { type Conclusion, type JobOf, Jobs, LOGGER, type Logger, systemContext } from '@chat/service-kit';
import { CloudClaimsService, requireCloudPlan } from '../cloud/cloud-claims.service';
import { NumberStatusService } from '../cloud/number-status.service';
import { endOnboarding } from './job-types';
import { judgeFailure, type FailureVerdict } from './onboarding-failure.rules';
import type { OnboardingSessionRow } from './onboarding-session.row';
import { OnboardingSessionsRepository, type SessionClaim } from './onboarding-sessions.repository';
import { SignUpsClient } from './sign-ups.client';

const CALL_MS = 60_000;

type EndJob = JobOf<typeof endOnboarding>;

/**
 * Ends the sessions whose codes were exchanged: completed with a channel, or failed with everything undone. Each step
 * is idempotent, and the session's row decides which of two concurrent runs counts.
 */
@Injectable()
export class OnboardingEndService implements OnApplicationBootstrap {
  constructor(
    private readonly sessions: OnboardingSessionsRepository,
    private readonly claims: CloudClaimsService,
    private readonly statuses: NumberStatusService,
    private readonly signUps: SignUpsClient,
    private readonly transactions: Transactions,
    private readonly jobs: Jobs,
    private readonly bus: BusClient,
    @Inject(LOGGER) private readonly logger: Logger,
  ) {}

  onApplicationBootstrap(): void {
    this.jobs.handle(endOnboarding, (job) => this.end(job));
  }

  private async end(job: EndJob): Promise<Conclusion | void> {
    const { sessionId, signUpId } = job.data;
    const session = await this.sessions.find(job.accountId, sessionId);
    if (session?.sign_up_id !== signUpId) return;
    if (session.step === 'connecting') return this.connect(session, signUpId, job);
    if (session.step === 'undoing') return this.undo(session, signUpId, job);
  }

  private async connect(session: OnboardingSessionRow, signUpId: number, job: EndJob): Promise<Conclusion> {
    try {
      const context = await this.contextOf(session, job);
      const number = await this.signUps.verify(signUpId, context);
      const channelId = await this.claim(session, number, context);
      if (channelId === null) return () => Promise.resolve();
      const snapshot = await this.signUps.connect(signUpId, channelId, context);
      return (tx) => this.complete(session, snapshot, tx);
    } catch (error) {
      const { pins_given: pinsGiven, connecting_ms: connectingMs } = session;
      const verdict = judgeFailure(error, { pinsGiven, connectingMs: connectingMs ?? 0 });
      if (verdict.kind === 'retry') throw error;
      this.logger.info(
        { sessionId: session.id, verdict: verdict.kind },
        'an onboarding is not completed yet',
      );
      return (tx) => this.leave(session, verdict, tx);
    }
  }

  /** Returns a context for the account, with its current plan. */
  private async contextOf({ account_id, mode }: OnboardingSessionRow, job: EndJob): Promise<RequestContext> {
    const context = systemContext(account_id, { timeoutMs: CALL_MS, cause: job });
    const { account } = await this.bus.request(getAccount, context, { body: { account_id } });
    requireCloudPlan(account, { coexistence: mode === 'coexistence' });
    return { ...context, account: { id: account_id, plan: account } };
  }

  /** @returns the channel claimed for the number; null when the session has left this step. */
  private claim(
    session: OnboardingSessionRow,
    number: VerifiedNumber,
    context: RequestContext,
  ): Promise<number | null> {
    return this.transactions.run(context, async (tx) => {
      if (!(await this.sessions.holdConnecting(session, tx.manager))) return null;
      const { channel, isNew } = await this.claims.claim(number, context, tx);
      await this.sessions.setChannel(session, { channelId: channel.id, isNew }, tx.manager);
      return channel.id;
    });
  }

  /** Completes the session. If the channel has been deleted meanwhile, its number must not stay connected. */
  private async complete(
    session: SessionClaim,
    snapshot: NumberSnapshot,
    tx: Transaction,
  ): ReturnType<Conclusion> {
    if (!(await this.sessions.holdConnecting(session, tx.manager))) return;
    const channel = await this.statuses.apply(tx, session.account_id, snapshot);
    if (channel) {
      await this.sessions.complete(session, channel.id, tx.manager);
      return;
    }
    const message = 'The channel was deleted while its number was connected. Start a new session.';
    return this.giveUp(session, { code: 'channel_deleted', message }, tx);
  }

  /** Applies a verdict: after `fail` the next run of the job undoes everything, otherwise the person is asked again. */
  private async leave(
    session: SessionClaim,
    verdict: Exclude<FailureVerdict, { kind: 'retry' }>,
    tx: Transaction,
  ): ReturnType<Conclusion> {
    switch (verdict.kind) {
      case 'fail':
        return this.giveUp(session, verdict, tx);
      case 'ask-for-pin':
        return this.askAgain(session, { step: 'pin', advice: null }, tx);
      case 'start-again':
        return this.askAgain(session, { step: 'open', advice: verdict.advice }, tx);
    }
  }

  /** Asks the person again; the slot is free until they answer. */
  private async askAgain(
    session: SessionClaim,
    change: { step: 'open' | 'pin'; advice: string | null },
    tx: Transaction,
  ): Promise<void> {
    if (!(await this.sessions.holdConnecting(session, tx.manager))) return;
    const stored = await this.sessions.find(session.account_id, session.id, tx.manager);
    if (stored) await this.withdraw(stored, tx);
    await this.sessions.leaveConnecting(session, change, tx.manager);
  }

  private async giveUp(
    session: SessionClaim,
    reason: { code: string; message: string },
    tx: Transaction,
  ): ReturnType<Conclusion> {
    await this.sessions.giveUp(session, reason, tx.manager);
    return { delayMs: 0 };
  }

  private async undo(session: OnboardingSessionRow, signUpId: number, job: EndJob): Promise<Conclusion> {
    const context = systemContext(session.account_id, { timeoutMs: CALL_MS, cause: job });
    // First, since the number must stay connected if another session has connected the channel.
    const withdrawn = await this.transactions.run(context, (tx) => this.withdraw(session, tx));
    await this.signUps.abandon(signUpId, withdrawn, context);
    return async (tx) => void (await this.sessions.endUndone(session, tx.manager));
  }

  /** Removes the channel that was created for the session. @returns its id if it is gone. */
  private async withdraw(
    { account_id: accountId, channel_id: channelId, is_new_channel: isNew }: OnboardingSessionRow,
    tx: Transaction,
  ): Promise<number | undefined> {
    if (!isNew || channelId === null) return undefined;
    return (await this.claims.withdraw(accountId, channelId, tx)) ? channelId : undefined;
  }
}
