import type { SessionSnapshot } from '@chat/contracts/device-sessions';
import { toNullableTimestamp } from '@chat/service-kit';
import type { SessionError } from './connection.rules';
import type { SessionRow } from './session.row';

export function toSnapshot(row: SessionRow): SessionSnapshot {
  return {
    channel_id: row.channel_id,
    raw_status: row.raw_status,
    epoch: row.epoch,
    seq: row.seq,
    phone_number: row.phone_number,
    last_error: row.last_error,
    last_error_reason: row.last_error && row.last_error_reason,
    last_seen_at: toNullableTimestamp(row.last_seen_at),
    last_heartbeat_at: toNullableTimestamp(row.last_heartbeat_at),
  };
}

/** @param error null when nothing is wrong. */
export function columnsOf(error: SessionError | null): Pick<SessionRow, 'last_error' | 'last_error_reason'> {
  return { last_error: error?.sentence ?? null, last_error_reason: error?.reason ?? null };
}
