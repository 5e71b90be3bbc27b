import type { OnboardingStatus, OnboardingStep } from '@chat/contracts/channels';
import type { SessionStep } from './onboarding-session.row';

interface Stand {
  step: SessionStep;
  is_expired: boolean;
}

/**
 * Returns the status that clients see. While a number is being connected the session stays pending, even after it
 * expires: a number that connects late still completes it.
 */
export function statusOf({ step, is_expired }: Stand): OnboardingStatus {
  switch (step) {
    case 'completed':
    case 'failed':
      return step;
    case 'connecting':
    case 'undoing':
      return 'pending';
    case 'open':
    case 'pin':
      return is_expired ? 'expired' : 'pending';
  }
}

/** Returns the step that the hosted page shows. */
export function pageStepOf(session: Stand): OnboardingStep {
  if (statusOf(session) !== 'pending') return 'ended';
  switch (session.step) {
    case 'open':
      return 'sign-up';
    case 'pin':
      return 'pin';
    default:
      return 'connecting';
  }
}
