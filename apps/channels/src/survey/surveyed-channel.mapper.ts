import type { SurveyedChannel } from '@chat/contracts/channels';
import { toNullableTimestamp, toTimestamp } from '@chat/service-kit';
import type { SurveyRow } from './survey.repository';

export function toSurveyedChannel(row: SurveyRow): SurveyedChannel {
  return {
    id: row.id,
    account_id: row.account_id,
    kind: row.origin,
    connection_status: row.connection_status,
    session_status: row.device_raw_status,
    last_error: row.last_error,
    last_error_reason: row.last_error && row.last_error_reason,
    last_seen_at: toNullableTimestamp(row.last_seen_at),
    changed_at: toTimestamp(row.updated_at),
  };
}
