import { Injectable } from '@nestjs/common';
import { Transactions } from '@chat/bus';
import type { RequestContext } from '@chat/contracts';
import type { FinishOnboarding, GiveOnboardingPin, OnboardingView } from '@chat/contracts/channels';
import { AppError } from '@chat/errors';
import { Jobs } from '@chat/service-kit';
import { endOnboarding } from './job-types';
import { adviceSentences, MAX_PINS, type Advice } from './onboarding-failure.rules';
import { toLocation } from './onboarding.mapper';
import type { OnboardingSessionRow } from './onboarding-session.row';
import { OnboardingSessionsRepository } from './onboarding-sessions.repository';
import { pageStepOf } from './onboarding-status.rules';
import { SignUpsClient } from './sign-ups.client';

const SIGN_UP_FAILED = {
  code: 'sign_up_failed',
  message: 'The provider ended the sign-up with an error. Start a new session.',
};

/** Serves the hosted page, on which a person goes through a session. The context is that of the person's account. */
@Injectable()
export class OnboardingVisitsService {
  constructor(
    private readonly sessions: OnboardingSessionsRepository,
    private readonly signUps: SignUpsClient,
    private readonly transactions: Transactions,
    private readonly jobs: Jobs,
  ) {}

  async view(id: string, context: RequestContext): Promise<OnboardingView> {
    const session = await this.own(id, context);
    const step = pageStepOf(session);
    const { mode, advice } = session;
    const isSignUp = step === 'sign-up';
    return {
      step,
      mode,
      return_host: new URL(session.return_url).host,
      advice: advice === null ? null : (adviceSentences[advice as Advice] ?? null),
      pins_left: Math.max(0, MAX_PINS - session.pins_given),
      location: step === 'ended' ? toLocation(session) : null,
      sign_up: isSignUp ? await this.signUps.describe(mode === 'coexistence', context) : null,
    };
  }

  /**
   * Continues with the first code that can be exchanged, even if the session has expired meanwhile. Later and repeated
   * codes change nothing. A crash before the session changes leaves it open for another attempt.
   */
  async finish({ session_id, ...ending }: FinishOnboarding, context: RequestContext): Promise<void> {
    const { step, mode } = await this.own(session_id, context);
    if (step !== 'open') return;
    let signUpId: number;
    try {
      const body = { session_id, ...ending, coexistence: mode === 'coexistence' };
      signUpId = await this.signUps.exchange(body, context);
    } catch (error) {
      const advice = adviceAfter(error);
      if (advice === null) throw error;
      await this.sessions.advise(context.account.id, session_id, advice);
      return;
    }
    await this.transactions.run(context, async (tx) => {
      const accountId = context.account.id;
      if (!(await this.sessions.connect(accountId, session_id, signUpId, tx.manager))) return;
      await this.jobs.add(tx, endOnboarding, { accountId, data: { sessionId: session_id, signUpId } });
    });
  }

  /** Fails the session because the provider reported that the sign-up failed. */
  async fail(id: string, context: RequestContext): Promise<void> {
    await this.own(id, context);
    await this.sessions.fail(context.account.id, id, SIGN_UP_FAILED);
  }

  async givePin({ session_id, pin }: GiveOnboardingPin, context: RequestContext): Promise<void> {
    const session = await this.own(session_id, context);
    const { sign_up_id: signUpId } = session;
    if (session.step !== 'pin' || signUpId === null) return;
    await this.signUps.givePin(signUpId, pin, context);
    await this.transactions.run(context, async (tx) => {
      if (!(await this.sessions.connectWithPin(session, tx.manager))) return;
      const data = { sessionId: session_id, signUpId };
      await this.jobs.add(tx, endOnboarding, { accountId: session.account_id, data });
    });
  }

  /** @throws AppError `not_found`, or `account_mismatch` for a session of another account. */
  private async own(id: string, { account }: RequestContext): Promise<OnboardingSessionRow> {
    const session = await this.sessions.findOfAny(id);
    if (!session) throw new AppError('not_found');
    if (session.account_id !== account.id) throw new AppError('account_mismatch');
    return session;
  }
}

/** Returns the advice to show when a code could not be exchanged; null for any other failure. */
function adviceAfter(error: unknown): Advice | null {
  if (!(error instanceof AppError)) return null;
  if (error.code === 'validation_error') return 'code_refused';
  return error.code === 'provider_error' ? 'provider_unreachable' : null;
}
