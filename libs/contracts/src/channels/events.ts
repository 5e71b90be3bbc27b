import { eventType } from '..';
import {
  ChannelDeletedData,
  DeviceEventData,
  DeviceStatusChangedData,
  DeviceTokenExpiringData,
  DeviceUpdatedData,
} from './channel.dto';

/** A Cloud channel whose token expires. */
const cloudExample = {
  channel_type: 'cloud',
  effective_channel_type: 'cloud',
  origin: 'cloud',
  quality_rating: 'GREEN',
  messaging_limit: 'TIER_1K',
  name_status: 'APPROVED',
  token_expires_at: '2026-04-01T10:20:30.000+00:00',
};

export const deviceConnected = eventType({
  type: 'device.connected',
  summary: 'A channel connected',
  subject: 'evt.channels.channel.connected',
  data: DeviceEventData,
  webhook: true,
});

export const deviceDisconnected = eventType({
  type: 'device.disconnected',
  summary: 'A connected channel lost its link',
  subject: 'evt.channels.channel.disconnected',
  data: DeviceEventData,
  example: { device: { connection_status: 'disconnected' } },
  webhook: true,
});

export const deviceStatusChanged = eventType({
  type: 'device.status_changed',
  summary: 'The connection status of a channel changed',
  subject: 'evt.channels.channel.status-changed',
  data: DeviceStatusChangedData,
  webhook: true,
});

export const deviceUpdated = eventType({
  type: 'device.updated',
  summary: 'What the provider says of a Cloud channel changed, such as when its token expires',
  subject: 'evt.channels.channel.updated',
  data: DeviceUpdatedData,
  example: { device: cloudExample },
  webhook: true,
});

export const deviceTokenExpiring = eventType({
  type: 'device.token_expiring',
  summary: 'The token of a Cloud channel expires in 14, 7 or 1 days: renew the channel',
  subject: 'evt.channels.channel.token-expiring',
  data: DeviceTokenExpiringData,
  example: { device: cloudExample },
  webhook: true,
});

/** A channel was deleted. Its data is already hidden; the services that own the data now purge it. */
export const channelDeleted = eventType({
  type: 'channel.deleted',
  subject: 'evt.channels.channel.deleted',
  data: ChannelDeletedData,
  webhook: false,
});
