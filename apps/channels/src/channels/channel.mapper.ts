import type { Plan } from '@chat/contracts';
import type { Channel, ChannelStatus, Quota } from '@chat/contracts/channels';
import { toNullableTimestamp, toTimestamp } from '@chat/service-kit';
import type { ChannelEntity } from './channel.entity';
import { remainingSlots } from './quota.rules';

export function toChannel(channel: ChannelEntity): Channel {
  return {
    id: channel.id,
    business_name: channel.businessName,
    ...(channel.phoneNumber !== null && { phone_number: channel.phoneNumber }),
    channel_type: channel.channelType,
    effective_channel_type: channel.origin,
    origin: channel.origin,
    connection_status: channel.connectionStatus,
    is_default: channel.isDefault,
    last_seen_at: toNullableTimestamp(channel.lastSeenAt),
    quality_rating: channel.qualityRating,
    messaging_limit: channel.messagingLimit,
    name_status: channel.nameStatus,
    token_expires_at: toNullableTimestamp(channel.tokenExpiresAt),
    created_at: toTimestamp(channel.createdAt),
    updated_at: toTimestamp(channel.updatedAt),
  };
}

export function toChannelStatus(channel: ChannelEntity): ChannelStatus {
  return {
    id: channel.id,
    connection_status: channel.connectionStatus,
    last_seen_at: toNullableTimestamp(channel.lastSeenAt),
    last_heartbeat_at: toNullableTimestamp(channel.lastHeartbeatAt),
    last_error: channel.lastError,
    last_error_reason: reasonOfError(channel),
    phone_number: channel.phoneNumber,
    device_raw_status: channel.deviceRawStatus,
    awaiting_link: channel.origin === 'device' && channel.connectionStatus === 'pending',
    sync: channel.sync,
  };
}

/** Only the sentence counts: an earlier release changes it alone. */
function reasonOfError({ lastError, lastErrorReason }: ChannelEntity): string | null {
  return lastError === null ? null : lastErrorReason;
}

export function toQuota(plan: Plan, channelsInUse: number): Quota {
  return {
    account_limit_remaining: remainingSlots(plan.account_limit, channelsInUse),
    channels_in_use: channelsInUse,
    cloud_api_available: plan.cloud_channels,
    device_channels_available: plan.device_channels,
  };
}
