import { eventType } from '..';
import { ChannelDeletedData, DeviceEventData, DeviceStatusChangedData } from './channel.dto';

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

/** A channel was deleted. Its data is already hidden; the services that own the data now purge it. */
export const channelDeleted = eventType({
  type: 'channel.deleted',
  subject: 'evt.channels.channel.deleted',
  data: ChannelDeletedData,
  webhook: false,
});
