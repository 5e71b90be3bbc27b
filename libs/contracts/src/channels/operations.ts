import { Empty, IdParams, operation } from '..';
import { NumberCredentials } from '../cloud-connector/number.dto';
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
  ResolvedChannelResult,
} from './channel.dto';

export const listChannels = operation({
  http: 'GET /v1/devices',
  summary: 'List channels',
  description:
    'Includes the quota of the account. Returns the whole list, oldest first, unless the query asks for a page.',
  scope: 'devices:read',
  subject: 'rpc.channels.channel.list',
  mcp: [
    {
      name: 'list_channels',
      description: 'Lists the channels (numbers) of the account and whether they are connected.',
      level: 'read',
      takes: [],
    },
  ],
  effect: 'read',
  query: ListChannelsQuery,
  output: ChannelList,
});

export const createChannel = operation({
  http: 'POST /v1/devices',
  summary: 'Create a Device channel',
  description:
    'Next, request a QR code or a pairing code and poll the status until it is `connected`. A pending or ' +
    'disconnected channel with the same `phone_number` is reused under the new name: the response is 200 with ' +
    '`reused` true, and no further slot is used. An account can have at most 1,000 channels, whatever its plan.',
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
  summary: 'Get the status of a channel',
  description:
    'Queries the device session on every call. While a phone is being linked, poll every 2 to 3 seconds.',
  scope: 'devices:read',
  subject: 'rpc.channels.channel.status',
  effect: 'read',
  params: IdParams,
  output: ChannelStatus,
});

export const createQr = operation({
  http: 'POST /v1/devices/{id}/qr',
  summary: 'Create a QR code',
  description:
    'Scan the code with the phone, under linked devices. It expires after `qr_duration` seconds; request a new ' +
    'one then. If the channel is connected, `qr` is null. A disconnected channel becomes `pending` first.',
  scope: 'qr:generate',
  subject: 'rpc.channels.channel.qr',
  unaudited: 'It shows a code. Who links a phone is known to the phone only.',
  effect: 'write',
  params: IdParams,
  output: QrCode,
  timeoutMs: 20_000,
  errors: ['invalid_channel_type', 'qr_failed', 'device_service_error'],
});

export const createPairingCode = operation({
  http: 'POST /v1/devices/{id}/pairing-code',
  summary: 'Create a pairing code',
  description:
    'Enter the code on the phone, under linked devices, instead of scanning a QR code. Send the number as ' +
    '`phone` or `phone_number`. A disconnected channel becomes `pending` first.',
  scope: 'devices:manage',
  subject: 'rpc.channels.channel.pairing-code',
  unaudited: 'It shows a code. Who links a phone is known to the phone only.',
  effect: 'write',
  params: IdParams,
  body: RequestPairingCode,
  output: PairingCode,
  timeoutMs: 25_000,
  errors: ['invalid_channel_type', 'pairing_failed', 'device_service_error', 'conflict'],
});

export const reconnectChannel = operation({
  http: 'POST /v1/devices/{id}/reconnect',
  summary: 'Reset a channel to link it again',
  description:
    'The channel becomes `pending` and needs a new QR code or pairing code. A channel that is really connected ' +
    'is left unchanged, and `message` says so.',
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
  summary: 'Set the default channel for sending',
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
    'This cannot be undone. The conversations and messages of the channel disappear with it, and its slot ' +
    'becomes free. If it was the default, the oldest remaining channel becomes the default.',
  scope: 'devices:manage',
  stepUp: true,
  subject: 'rpc.channels.channel.delete',
  effect: 'write',
  params: IdParams,
  output: DeletedChannel,
  timeoutMs: 25_000,
});

/**
 * Creates a Cloud channel from a number that the account supplies, or renews the channel that already has it. For
 * administrators.
 */
export const connectCloudChannel = operation({
  subject: 'rpc.channels.channel.connect-cloud',
  effect: 'write',
  body: ConnectCloudChannel,
  output: ChannelResult,
  timeoutMs: 50_000,
  errors: ['feature_disabled', 'limit_reached', 'duplicate_device', 'conflict', 'provider_error'],
});

/** The same for the account of whoever asks. */
export const connectOwnCloudChannel = operation({
  http: 'POST /console/api/devices/cloud',
  summary: 'Connect a number with a token of one’s own',
  role: 'admin',
  stepUp: true,
  subject: 'rpc.channels.own-channel.connect-cloud',
  effect: 'write',
  body: NumberCredentials,
  output: ChannelResult,
  timeoutMs: 50_000,
  errors: ['feature_disabled', 'limit_reached', 'duplicate_device', 'conflict', 'provider_error'],
});

/** Records when sessions last showed signs of life, as reported by the replica that runs them. */
export const reportSignsOfLife = operation({
  subject: 'rpc.channels.channel.signs-of-life',
  effect: 'write',
  body: ReportedSignsOfLife,
  output: Empty,
});

/** Resolves the channel of a send: by id, by number, or the default. */
export const resolveChannel = operation({
  subject: 'rpc.channels.channel.resolve',
  effect: 'read',
  body: ResolveChannel,
  output: ResolvedChannelResult,
});
