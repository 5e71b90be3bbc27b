import { Empty, IdParams, operation } from '..';
import {
  ChannelList,
  ChannelResult,
  ChannelStatus,
  ConnectCloudChannel,
  CreateChannel,
  CreatedChannel,
  DeletedChannel,
  ListChannelsQuery,
  PairingCode,
  QrCode,
  ReconnectedChannel,
  ReportedSignsOfLife,
  RequestPairingCode,
  ResolveChannel,
} from './channel.dto';

export const listChannels = operation({
  http: 'GET /v1/devices',
  summary: 'List channels',
  description:
    'With the quota of the account. The list is returned whole, oldest first, unless the query asks for a ' +
    'page.',
  scope: 'devices:read',
  subject: 'rpc.channels.channel.list',
  effect: 'read',
  query: ListChannelsQuery,
  output: ChannelList,
});

export const createChannel = operation({
  http: 'POST /v1/devices',
  summary: 'Create a Device channel',
  description:
    'Then ask for a QR code or a pairing code and poll the status until it is `connected`. A pending or ' +
    'disconnected channel with the same `phone_number` is used again under the new name: that answers ' +
    '200, with `reused` true, and takes no further slot. An account has at most 1,000 channels, whatever its plan.',
  scope: 'devices:manage',
  subject: 'rpc.channels.channel.create',
  effect: 'write',
  body: CreateChannel,
  output: CreatedChannel,
  status: 201,
  otherStatus: 200,
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
  summary: 'Read the status of a channel',
  description: 'Asks the device session each time. While a phone is being linked, poll every 2 to 3 seconds.',
  scope: 'devices:read',
  subject: 'rpc.channels.channel.status',
  effect: 'read',
  params: IdParams,
  output: ChannelStatus,
});

export const createQr = operation({
  http: 'POST /v1/devices/{id}/qr',
  summary: 'Make a QR code',
  description:
    'The phone scans it under linked devices. The code expires after `qr_duration` seconds; ask again ' +
    'then. On a channel that is connected `qr` is null. A disconnected channel becomes `pending` first.',
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
  summary: 'Make a pairing code',
  description:
    'For typing into the phone under linked devices, instead of scanning. Send the number as `phone` or ' +
    '`phone_number`. A disconnected channel becomes `pending` first.',
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
  summary: 'Reset a channel for linking anew',
  description:
    'The channel becomes `pending` and needs a new QR code or pairing code. One that is truly connected ' +
    'is left as it is, and `message` says so.',
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
  summary: 'Make a channel the default for sending',
  scope: 'devices:manage',
  subject: 'rpc.channels.channel.set-default',
  effect: 'write',
  params: IdParams,
  output: ChannelResult,
});

export const deleteChannel = operation({
  http: 'DELETE /v1/devices/{id}',
  summary: 'Delete a channel',
  description:
    'Cannot be undone. Its conversations and messages disappear with it, and its slot is free again. Was' +
    ' it the default, the oldest remaining channel becomes the default.',
  scope: 'devices:manage',
  subject: 'rpc.channels.channel.delete',
  effect: 'write',
  params: IdParams,
  output: DeletedChannel,
  timeoutMs: 25_000,
});

/** Makes a Cloud channel of a number that the account brings, or renews the one that has it. For administrators. */
export const connectCloudChannel = operation({
  subject: 'rpc.channels.channel.connect-cloud',
  effect: 'write',
  body: ConnectCloudChannel,
  output: ChannelResult,
  timeoutMs: 50_000,
  errors: ['feature_disabled', 'limit_reached', 'duplicate_device', 'conflict', 'provider_error'],
});

/** When sessions showed that they live, as the replica that runs them says. */
export const reportSignsOfLife = operation({
  subject: 'rpc.channels.channel.signs-of-life',
  effect: 'write',
  body: ReportedSignsOfLife,
  output: Empty,
});

/** The channel that a send names: by id, by number, or the default. */
export const resolveChannel = operation({
  subject: 'rpc.channels.channel.resolve',
  effect: 'read',
  body: ResolveChannel,
  output: ChannelResult,
});
