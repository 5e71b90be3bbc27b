import type { ChannelEntity } from './channel.entity';

export type ChannelChanges = Partial<
  Omit<ChannelEntity, 'accountId' | 'id' | 'version' | 'createdAt' | 'updatedAt'>
>;

/** Whether clients see each field in the channel itself. The others appear only in the channel's status, or nowhere. */
const isVisible: Readonly<Record<keyof ChannelChanges, boolean>> = {
  businessName: true,
  phoneNumber: true,
  channelType: true,
  origin: true,
  connectionStatus: true,
  isDefault: true,
  lastSeenAt: true,
  deviceRawStatus: false,
  sessionEpoch: false,
  sessionSeq: false,
  lastError: false,
  lastErrorReason: false,
  lastHeartbeatAt: false,
  sync: false,
  tokenExpiresAt: true,
  tokenNotice: false,
  qualityRating: true,
  messagingLimit: true,
  nameStatus: true,
  restrictions: false,
};

/** Returns whether the changes alter a field of the channel that clients see. */
export function changesVisibly(channel: Required<ChannelChanges>, changes: ChannelChanges): boolean {
  const names = Object.keys(changes) as (keyof ChannelChanges)[];
  return names.some((name) => isVisible[name] && !isSame(channel[name], changes[name]));
}

function isSame(one: unknown, other: unknown): boolean {
  return one instanceof Date && other instanceof Date ? +one === +other : one === other;
}
