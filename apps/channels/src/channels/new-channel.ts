import type { ChannelEntity } from './channel.entity';

/** What is given of a new channel. */
type Given = Pick<ChannelEntity, 'accountId' | 'businessName' | 'phoneNumber' | 'channelType' | 'isDefault'>;

/** A channel that waits for its phone, or for its number to be set up. */
export function newChannel(given: Given): Omit<ChannelEntity, 'id'> {
  const now = new Date();
  return {
    ...given,
    origin: given.channelType,
    connectionStatus: 'pending',
    deviceRawStatus: null,
    sessionEpoch: 0,
    // Below the first snapshot of any session or number, which starts at 0.
    sessionSeq: -1,
    lastError: null,
    lastSeenAt: null,
    lastHeartbeatAt: null,
    sync: null,
    version: 1,
    createdAt: now,
    updatedAt: now,
  };
}
