import type { Channel, ChannelStatus, CreatedOnboardingSession, QrCode } from '@chat/contracts/channels';
import { until } from '@chat/test-kit';
import type { Tenant } from '../../world/tenant';
import { UNKNOWN_ID, type RecordKind, type ServiceRows } from '../../world/record-kind';

const RETURN_URL = 'https://crm.example.com/connected';

async function makePending(tenant: Tenant): Promise<number> {
  const { device } = await tenant.post<{ device: Channel }>('/v1/devices', { name: tenant.text() });
  return device.id;
}

/** Creates a channel with a linked phone, which can send. */
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

/** The channel that the tenant sends with. */
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

/** An app of the tenant, to whose host people may be returned. */
const developerApp: RecordKind = {
  name: 'developer app',
  members: ['developer_app_id'],
  make: async (tenant) => {
    const settings = { name: tenant.text(), redirect_uris: [RETURN_URL] };
    const app = await tenant.admin.createApp(tenant.accountId, settings);
    return app.developer_app.id;
  },
  unknown: UNKNOWN_ID,
};

const onboardingBody = async (tenant: Tenant) => ({
  return_url: RETURN_URL,
  state: tenant.text(),
  developer_app_id: await tenant.own(developerApp),
});

const onboardingSession: RecordKind = {
  name: 'onboarding session',
  paths: ['/v1/devices/cloud/onboarding-sessions/{id}'],
  make: async (tenant) => {
    const path = '/v1/devices/cloud/onboarding-sessions';
    const body = await onboardingBody(tenant);
    return (await tenant.post<CreatedOnboardingSession>(path, body)).session_id;
  },
  unknown: '3f2b8c5e-9d41-4c76-8a0e-1b5d7f9c2e34',
};

export const channels: ServiceRows = {
  kinds: [channel, channelNumber, developerApp, onboardingSession],
  examples: {
    'POST /v1/devices/cloud/onboarding-sessions': { body: onboardingBody },
    'POST /v1/devices/{id}/qr': { record: makePending },
    'POST /v1/devices/{id}/pairing-code': {
      record: makePending,
      body: (tenant) => ({ phone: tenant.number() }),
    },
    'POST /v1/devices/{id}/reconnect': { record: makePending },
    'DELETE /v1/devices/{id}': { record: makePending },
  },
};
