import type { ConnectionStatus } from '@chat/contracts/channels';
import type { RawStatus } from '@chat/contracts/device-sessions';

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
