import type { ConnectionStatus } from '@chat/contracts/channels';
import type { RawStatus } from '@chat/contracts/device-sessions';

/** Where a session's story stands: `epoch` counts its owners, `seq` the changes under one of them. */
export interface SessionMoment {
  epoch: number;
  seq: number;
}

/** Negative when `one` is older than `other`, 0 when they are the same. */
export function compareMoments(one: SessionMoment, other: SessionMoment): number {
  return one.epoch - other.epoch || one.seq - other.seq;
}

/** The connection status of a Device channel after its session reported a raw status. */
export function statusAfter(status: ConnectionStatus, raw: RawStatus): ConnectionStatus {
  if (raw === 'CONNECTED') return 'connected';
  // Before the first link there is none to lose, whatever the session says.
  if (status === 'pending') return 'pending';
  // A linked session that starts or connects has not lost its link: each restart of its host does this.
  if (raw === 'STARTING' || raw === 'CONNECTING') return status;
  return 'disconnected';
}
