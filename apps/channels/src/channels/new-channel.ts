import type { ChannelEntity } from './channel.entity';

/** The fields a caller supplies for a new channel. */
type Given = Pick<ChannelEntity, 'accountId' | 'businessName' | 'phoneNumber' | 'channelType' | 'isDefault'>;

/** Returns a channel that waits for its phone to be linked, or for its number to be set up. */
export function newChannel(given: Given): Omit<ChannelEntity, 'id'> {
  const now = new Date();
  return {
    ...given,
    origin: given.channelType,
    connectionStatus: 'pending',
    deviceRawStatus: null,
    sessionEpoch: 0,
    // Below the first snapshot of any session or number: those start at 0.
    sessionSeq: -1,
    lastError: null,
    lastErrorReason: null,
    lastSeenAt: null,
    lastHeartbeatAt: null,
    sync: null,
    tokenExpiresAt: null,
    tokenNotice: null,
    qualityRating: null,
    messagingLimit: null,
    nameStatus: null,
    restrictions: [],
    version: 1,
    createdAt: now,
    updatedAt: now,
  };
}
