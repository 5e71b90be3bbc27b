import { IdParams, operation } from '..';
import {
  ChannelList,
  ChannelResult,
  ChannelStatus,
  CreateChannel,
  CreatedChannel,
  DeletedChannel,
  ListChannelsQuery,
  PairingCode,
  QrCode,
  ReconnectedChannel,
  RequestPairingCode,
  ResolveChannel,
} from './channel.dto';

export const listChannels = operation({
  http: 'GET /v1/devices',
  scope: 'devices:read',
  subject: 'rpc.channels.channel.list',
  effect: 'read',
  query: ListChannelsQuery,
  output: ChannelList,
});

export const createChannel = operation({
  http: 'POST /v1/devices',
  scope: 'devices:manage',
  subject: 'rpc.channels.channel.create',
  effect: 'write',
  body: CreateChannel,
  output: CreatedChannel,
  status: 201,
  errors: [
    'feature_disabled',
    'limit_reached',
    'duplicate_device',
    'unsupported_type',
    'device_service_error',
  ],
});

export const getChannelStatus = operation({
  http: 'GET /v1/devices/{id}/status',
  scope: 'devices:read',
  subject: 'rpc.channels.channel.status',
  effect: 'read',
  params: IdParams,
  output: ChannelStatus,
});

export const createQr = operation({
  http: 'POST /v1/devices/{id}/qr',
  scope: 'qr:generate',
  subject: 'rpc.channels.channel.qr',
  effect: 'write',
  params: IdParams,
  output: QrCode,
  timeoutMs: 20_000,
  errors: ['invalid_channel_type', 'qr_failed', 'device_service_error'],
});

export const createPairingCode = operation({
  http: 'POST /v1/devices/{id}/pairing-code',
  scope: 'devices:manage',
  subject: 'rpc.channels.channel.pairing-code',
  effect: 'write',
  params: IdParams,
  body: RequestPairingCode,
  output: PairingCode,
  timeoutMs: 25_000,
  errors: ['invalid_channel_type', 'pairing_failed', 'device_service_error', 'conflict'],
});

export const reconnectChannel = operation({
  http: 'POST /v1/devices/{id}/reconnect',
  scope: 'devices:manage',
  subject: 'rpc.channels.channel.reconnect',
  effect: 'write',
  params: IdParams,
  output: ReconnectedChannel,
  timeoutMs: 15_000,
  errors: ['invalid_channel_type', 'device_service_error'],
});

export const setDefaultChannel = operation({
  http: 'POST /v1/devices/{id}/default',
  scope: 'devices:manage',
  subject: 'rpc.channels.channel.set-default',
  effect: 'write',
  params: IdParams,
  output: ChannelResult,
});

export const deleteChannel = operation({
  http: 'DELETE /v1/devices/{id}',
  scope: 'devices:manage',
  subject: 'rpc.channels.channel.delete',
  effect: 'write',
  params: IdParams,
  output: DeletedChannel,
  timeoutMs: 25_000,
});

/** The channel that a send names: by id, by number, or the default. */
export const resolveChannel = operation({
  subject: 'rpc.channels.channel.resolve',
  effect: 'read',
  body: ResolveChannel,
  output: ChannelResult,
});
