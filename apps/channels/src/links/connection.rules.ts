import type { ConnectionStatus } from '@chat/contracts/channels';
import type { RawStatus, SessionSnapshot } from '@chat/contracts/device-sessions';

/** A point in a session's history: `epoch` counts its owners, `seq` the changes under one owner. */
export interface SessionMoment {
  epoch: number;
  seq: number;
}

/** Returns a negative number when `one` is older than `other`, 0 when they are the same. */
export function compareMoments(one: SessionMoment, other: SessionMoment): number {
  return one.epoch - other.epoch || one.seq - other.seq;
}

/** Returns the connection status of a Device channel after its session reported a raw status. */
export function statusAfter(status: ConnectionStatus, raw: RawStatus): ConnectionStatus {
  if (raw === 'CONNECTED') return 'connected';
  // Before the first link there is no link to lose, whatever the session reports.
  if (status === 'pending') return 'pending';
  // A linked session that starts or connects has not lost its link: it does so on every restart of its host.
  if (raw === 'STARTING' || raw === 'CONNECTING') return status;
  return 'disconnected';
}

/** The error of a phone whose number is taken. Its session is logged out with it. */
export const LINK_REFUSED =
  'Another connected channel already has the number of this phone. Use that channel, or link another phone.';
export const LINK_REFUSED_REASON = 'number_in_use';

/** The raw statuses in which a session of an earlier release has an error that they name. */
const telling: readonly RawStatus[] = [
  'LOGGED_OUT',
  'BANNED',
  'CONFLICT',
  'DISCONNECTED',
  'QR_TIMEOUT',
  'FAILED',
];

/** Returns the error of a session in one word; null if there is none. */
export function reasonOfError({
  raw_status,
  last_error,
  last_error_reason,
}: Pick<SessionSnapshot, 'raw_status' | 'last_error' | 'last_error_reason'>): string | null {
  if (last_error === null) return null;
  if (last_error === LINK_REFUSED) return LINK_REFUSED_REASON;
  return last_error_reason ?? (telling.includes(raw_status) ? raw_status.toLowerCase() : null);
}

/** Returns why a channel has the status that its session brought it to, in one word. */
export function reasonOfMove(
  snapshot: Pick<SessionSnapshot, 'raw_status' | 'last_error' | 'last_error_reason'>,
): string {
  const isLink = snapshot.raw_status === 'CONNECTED';
  return (isLink ? null : reasonOfError(snapshot)) ?? snapshot.raw_status.toLowerCase();
}
