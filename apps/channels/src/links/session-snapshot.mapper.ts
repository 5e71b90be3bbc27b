import type { SessionSnapshot } from '@chat/contracts/device-sessions';
import type { ChannelEntity } from '../channels/channel.entity';
import type { ChannelChanges } from '../channels/channel-changes.rules';
import { reasonOfError, type SessionMoment } from './connection.rules';

/** Returns the moment of the newest snapshot applied to the channel. */
export function momentOf({ sessionEpoch, sessionSeq }: ChannelEntity): SessionMoment {
  return { epoch: sessionEpoch, seq: sessionSeq };
}

/** Returns the columns that a channel takes over from a newer snapshot; its connection status is decided separately. */
export function toSessionColumns(snapshot: SessionSnapshot, channel: ChannelEntity): ChannelChanges {
  return {
    deviceRawStatus: snapshot.raw_status,
    sessionEpoch: snapshot.epoch,
    sessionSeq: snapshot.seq,
    lastError: snapshot.last_error,
    lastErrorReason: reasonOfError(snapshot),
    ...toNewTimes(snapshot, channel),
  };
}

/**
 * Returns the times that are later than the channel's. Times advance without a new session moment, so a reply may carry
 * earlier ones; and a poll that learns nothing new writes nothing.
 */
export function toNewTimes(snapshot: SessionSnapshot, channel: ChannelEntity): ChannelChanges {
  const lastSeenAt = laterOf(snapshot.last_seen_at, channel.lastSeenAt);
  const lastHeartbeatAt = laterOf(snapshot.last_heartbeat_at, channel.lastHeartbeatAt);
  return { ...(lastSeenAt && { lastSeenAt }), ...(lastHeartbeatAt && { lastHeartbeatAt }) };
}

/** Returns the reported time if it is later than the known one, otherwise null. */
function laterOf(reported: string | null, known: Date | null): Date | null {
  if (reported === null) return null;
  const time = new Date(reported);
  return known === null || time > known ? time : null;
}
