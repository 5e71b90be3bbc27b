import type { LiveCount } from '@chat/service-kit';

/** Sessions that a person can still begin with. */
export const countedSessions: LiveCount = {
  limit: 'onboarding_sessions',
  rows: `FROM channels.onboarding_sessions WHERE account_id = $1 AND step = 'open' AND expires_at > now()`,
};
