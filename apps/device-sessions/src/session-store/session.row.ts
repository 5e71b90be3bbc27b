import { AppError } from '@chat/errors';
import type { RawStatus } from '@chat/contracts/device-sessions';

/** A row of `device_sessions.sessions`. */
export interface SessionRow {
  account_id: number;
  channel_id: number;
  raw_status: RawStatus;
  epoch: number;
  seq: number;
  owner: string | null;
  lease_expires_at: Date | null;
  desired: 'RUNNING' | 'STOPPED';
  /** The engine's state, sealed. */
  credentials: Buffer | null;
  /** The name of the engine that the phone was linked with; null before that, and for links of an earlier release. */
  engine: string | null;
  phone_number: string | null;
  last_error: string | null;
  /** The same in one word. */
  last_error_reason: string | null;
  last_seen_at: Date | null;
  last_heartbeat_at: Date | null;
  /** Whether its keys come from a backup, and the engine has not dropped those that others have gone on with. */
  restored: boolean;
}

/** Listed by name, because a statement prepared with `*` breaks when a newer version adds a column. */
export const SESSION_COLUMNS = `account_id, channel_id, raw_status, epoch, seq, owner, lease_expires_at, desired,
  credentials, engine, phone_number, last_error, last_error_reason, last_seen_at, last_heartbeat_at, restored`;

/** Inserts the row of account `$1` and channel `$2`, unless it already exists or the channel is deleted. */
export const CREATE_SESSION = `
  INSERT INTO device_sessions.sessions (account_id, channel_id)
  SELECT $1::bigint, $2::bigint WHERE NOT EXISTS (
    SELECT FROM device_sessions.deleted_channels WHERE account_id = $1 AND channel_id = $2)
  ON CONFLICT DO NOTHING`;

/** Identifies one owner's tenure of a session: the fencing token of its writes. */
export type Tenure = Pick<SessionRow, 'account_id' | 'channel_id' | 'epoch'>;

/** Thrown for a write of a former owner, which had no effect. */
export class LeaseLostError extends AppError {
  constructor() {
    super('device_service_error', { message: 'The session moved to another replica. Try again.' });
    this.name = 'LeaseLostError';
  }
}
