import type { Channel, CreatedOnboardingSession, OnboardingSession } from '@chat/contracts/channels';
import { toNullableTimestamp, toTimestamp } from '@chat/service-kit';
import type { OnboardingSessionRow } from './onboarding-session.row';
import { statusOf } from './onboarding-status.rules';
import { returnLocation } from './return-url.rules';

/** @param baseUrl base URL of the hosted pages. */
export function toCreatedSession(row: OnboardingSessionRow, baseUrl: string): CreatedOnboardingSession {
  return {
    session_id: row.id,
    mode: row.mode,
    hosted_url: `${baseUrl.replace(/\/+$/, '')}/onboarding/${row.id}`,
    expires_at: toTimestamp(row.expires_at),
    status: statusOf(row),
  };
}

/** @param channel the session's channel; null when it has none or the channel was deleted. */
export function toSession(row: OnboardingSessionRow, channel: Channel | null): OnboardingSession {
  const status = statusOf(row);
  return {
    session_id: row.id,
    mode: row.mode,
    status,
    expires_at: toTimestamp(row.expires_at),
    completed_at: toNullableTimestamp(row.completed_at),
    ...(status === 'completed' && channel && { device: channel }),
    error:
      status === 'failed' ? { code: row.error_code ?? 'failed', message: row.error_message ?? '' } : null,
  };
}

/** Returns the URL to which the person is sent once the session has ended. */
export function toLocation(row: OnboardingSessionRow): string {
  const status = statusOf(row);
  return returnLocation(row.return_url, {
    sessionId: row.id,
    status,
    state: row.state,
    deviceId: status === 'completed' ? row.channel_id : null,
  });
}
