import { jobType } from '@chat/jobs';

/** Which session, going on with which sign-up. */
interface ConnectingSession {
  sessionId: string;
  signUpId: number;
}

/** Connects the number of a session, or undoes what was done for it. The session decides when it is given up. */
export const endOnboarding = jobType<ConnectingSession>('end-onboarding', { giveUpAfterMs: null });
