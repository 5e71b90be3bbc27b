import { jobType } from '@chat/service-kit';

/** A session and the sign-up it is on. */
interface ConnectingSession {
  sessionId: string;
  signUpId: number;
}

/** Connects the number of a session, or undoes what was done for it. The session decides when to give up. */
export const endOnboarding = jobType<ConnectingSession>('end-onboarding', { giveUpAfterMs: null });
