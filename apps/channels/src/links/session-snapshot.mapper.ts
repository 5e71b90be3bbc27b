import type { SessionSnapshot } from '@chat/contracts/device-sessions';
import type { ChannelEntity } from '../channels/channel.entity';
import type { ChannelChanges } from '../channels/channel-changes.rules';
import type { SessionMoment } from './connection.rules';

/** The newest snapshot that the channel has taken in. */
export function momentOf({ sessionEpoch, sessionSeq }: ChannelEntity): SessionMoment {
  return { epoch: sessionEpoch, seq: sessionSeq };
}

/** What a channel keeps of a newer snapshot, beside what it makes of its status. */
export function toSessionColumns(snapshot: SessionSnapshot, channel: ChannelEntity): ChannelChanges {
  return {
    deviceRawStatus: snapshot.raw_status,
    sessionEpoch: snapshot.epoch,
    sessionSeq: snapshot.seq,
    lastError: snapshot.last_error,
    ...toNewTimes(snapshot, channel),
  };
}

/**
 * The times that are later than the channel's. They move on without a new moment of the session, so a reply may bring
 * earlier ones; and a poll that learns nothing new writes nothing.
 */
export function toNewTimes(snapshot: SessionSnapshot, channel: ChannelEntity): ChannelChanges {
  const lastSeenAt = laterOf(snapshot.last_seen_at, channel.lastSeenAt);
  const lastHeartbeatAt = laterOf(snapshot.last_heartbeat_at, channel.lastHeartbeatAt);
  return { ...(lastSeenAt && { lastSeenAt }), ...(lastHeartbeatAt && { lastHeartbeatAt }) };
}

/** The reported time, null unless it is later than the known one. */
function laterOf(reported: string | null, known: Date | null): Date | null {
  if (reported === null) return null;
  const time = new Date(reported);
  return known === null || time > known ? time : null;
}
