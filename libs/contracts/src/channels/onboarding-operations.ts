import { Empty, operation } from '..';
import {
  CreatedOnboardingSession,
  CreateOnboardingSession,
  FinishOnboarding,
  GiveOnboardingPin,
  OnboardingRef,
  OnboardingSession,
  OnboardingSessionPath,
  OnboardingView,
} from './onboarding.dto';

export const createOnboardingSession = operation({
  http: 'POST /v1/devices/cloud/onboarding-sessions',
  summary: 'Start onboarding a Cloud number',
  description:
    'Open `hosted_url` in a full browser window. The user signs in to the account, connects their number with ' +
    'the provider, and returns to `return_url` with `session_id`, `status`, `state` and `device_id` in the ' +
    'query string. Then get the session: do not trust what the browser sends. The session expires after 30 ' +
    'minutes.',
  scope: 'devices:manage',
  subject: 'rpc.channels.onboarding-session.create',
  effect: 'write',
  body: CreateOnboardingSession,
  output: CreatedOnboardingSession,
  status: 201,
  errors: ['feature_disabled', 'limit_reached', 'return_url_not_allowed'],
});

export const getOnboardingSession = operation({
  http: 'GET /v1/devices/cloud/onboarding-sessions/{id}',
  summary: 'Get an onboarding session',
  scope: 'devices:manage',
  subject: 'rpc.channels.onboarding-session.get',
  effect: 'read',
  params: OnboardingSessionPath,
  output: OnboardingSession,
});

/**
 * Returns what the hosted page shows. Every operation of the page answers `account_mismatch` for a session of another
 * account.
 */
export const viewOnboarding = operation({
  subject: 'rpc.channels.onboarding-session.view',
  effect: 'read',
  body: OnboardingRef,
  output: OnboardingView,
  errors: ['account_mismatch'],
});

/** Reports that the provider's sign-up returned a code. The code is exchanged, and a job connects the number. */
export const finishOnboarding = operation({
  subject: 'rpc.channels.onboarding-session.finish',
  effect: 'write',
  body: FinishOnboarding,
  output: Empty,
  timeoutMs: 20_000,
  errors: ['account_mismatch'],
});

/** Reports that the provider's sign-up ended with an error from the provider. */
export const failOnboarding = operation({
  subject: 'rpc.channels.onboarding-session.fail',
  effect: 'write',
  body: OnboardingRef,
  output: Empty,
  errors: ['account_mismatch'],
});

/** Submits the PIN under which the number was registered elsewhere. */
export const giveOnboardingPin = operation({
  subject: 'rpc.channels.onboarding-session.give-pin',
  effect: 'write',
  body: GiveOnboardingPin,
  output: Empty,
  errors: ['account_mismatch'],
});
