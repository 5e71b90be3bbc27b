import type { Channel, ChannelStatus, QrCode } from '@chat/contracts/channels';
import { until } from '@chat/testing';
import type { Tenant } from '../../world/tenant';
import { UNKNOWN_ID, type RecordKind, type ServiceRows } from './record-kind';

async function makePending(tenant: Tenant): Promise<number> {
  const { device } = await tenant.post<{ device: Channel }>('/v1/devices', { name: tenant.text() });
  return device.id;
}

/** A channel whose phone is linked, so that it can send. */
async function makeConnected(tenant: Tenant): Promise<number> {
  const id = await makePending(tenant);
  const { qr } = await tenant.post<QrCode>(`/v1/devices/${id}/qr`);
  await tenant.sandbox.scan(tenant.number(), qr!);
  await until(
    async () => {
      const { connection_status } = await tenant.get<ChannelStatus>(`/v1/devices/${id}/status`);
      return connection_status === 'connected';
    },
    { describe: `channel ${id} of ${tenant.name} to be connected` },
  );
  return id;
}

/** The channel that the tenant sends by. */
export const channel: RecordKind = {
  name: 'channel',
  paths: ['/v1/devices/{id}'],
  members: ['chat_account_id'],
  make: makeConnected,
  unknown: UNKNOWN_ID,
};

const channelNumber: RecordKind = {
  name: 'number of a channel',
  members: ['from_number'],
  make: async (tenant) => {
    const { phone_number } = await tenant.get<ChannelStatus>(
      `/v1/devices/${await tenant.own(channel)}/status`,
    );
    return phone_number!;
  },
  unknown: '12025559999',
};

export const channels: ServiceRows = {
  kinds: [channel, channelNumber],
  examples: {
    'POST /v1/devices/{id}/qr': { record: makePending },
    'POST /v1/devices/{id}/pairing-code': {
      record: makePending,
      body: (tenant) => ({ phone: tenant.number() }),
    },
    'POST /v1/devices/{id}/reconnect': { record: makePending },
    'DELETE /v1/devices/{id}': { record: makePending },
  },
};
