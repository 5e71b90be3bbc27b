import type { SessionSnapshot } from '@chat/contracts/device-sessions';
import type { ChannelEntity } from '../channels/channel.entity';
import type { ChannelChanges } from '../channels/channels.repository';
import type { SessionMoment } from './connection.rules';

/** The newest snapshot that the channel has taken in. */
export function momentOf({ sessionEpoch, sessionSeq }: ChannelEntity): SessionMoment {
  return { epoch: sessionEpoch, seq: sessionSeq };
}

/** What a channel keeps of a snapshot, beside what it makes of its status. */
export function toSessionColumns(snapshot: SessionSnapshot): ChannelChanges {
  return {
    deviceRawStatus: snapshot.raw_status,
    sessionEpoch: snapshot.epoch,
    sessionSeq: snapshot.seq,
    lastError: snapshot.last_error,
    ...toSessionTimes(snapshot),
  };
}

/** The times that differ from the channel's: a poll that learns nothing new writes nothing. */
export function toNewTimes(snapshot: SessionSnapshot, channel: ChannelEntity): ChannelChanges {
  const { lastSeenAt, lastHeartbeatAt } = toSessionTimes(snapshot);
  return {
    ...(lastSeenAt && +lastSeenAt !== +(channel.lastSeenAt ?? 0) && { lastSeenAt }),
    ...(lastHeartbeatAt && +lastHeartbeatAt !== +(channel.lastHeartbeatAt ?? 0) && { lastHeartbeatAt }),
  };
}

/** The times move on without a new moment; what the session does not know stays as it was. */
function toSessionTimes({ last_seen_at, last_heartbeat_at }: SessionSnapshot): ChannelChanges {
  return {
    ...(last_seen_at !== null && { lastSeenAt: new Date(last_seen_at) }),
    ...(last_heartbeat_at !== null && { lastHeartbeatAt: new Date(last_heartbeat_at) }),
  };
}
