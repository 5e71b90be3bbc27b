import { until, type Credential, type Stack } from '@chat/test-kit';
import type { Channel, ChannelStatus, QrCode } from '@chat/contracts/channels';
import type { CloudChannel } from './cloud-numbers';

/** Number of phones linked concurrently. */
const AT_A_TIME = 5;
/** The first number of the accounts' phones. */
const FIRST_PHONE = 12_025_500_100;

/** An account with a credential and one linked phone. */
export interface Tenant {
  accountId: number;
  channelId: number;
  phone: string;
  credential: Credential;
  /** The first account's number on the provider's cloud, if the installation has one. */
  cloud?: CloudChannel;
}

/** Creates accounts, and links a phone to each. */
export async function createTenants(stack: Stack, count: number): Promise<Tenant[]> {
  const tenants: Tenant[] = [];
  while (tenants.length < count) {
    const size = Math.min(AT_A_TIME, count - tenants.length);
    const phones = Array.from({ length: size }, (_, index) => String(FIRST_PHONE + tenants.length + index));
    tenants.push(...(await Promise.all(phones.map((phone) => createTenant(stack, phone)))));
  }
  return tenants;
}

async function createTenant(stack: Stack, phone: string): Promise<Tenant> {
  const { id: accountId } = await stack.admin.createAccount({ name: 'Bench' });
  const credential = await stack.admin.createApiKey(accountId);
  return { accountId, channelId: await linkPhone(stack, credential, phone), phone, credential };
}

async function linkPhone(stack: Stack, credential: Credential, phone: string): Promise<number> {
  const client = stack.client(credential);
  const { device } = (await client.post<{ device: Channel }>('/v1/devices', { name: 'Bench' })).data;
  const { qr } = (await client.post<QrCode>(`/v1/devices/${device.id}/qr`)).data;
  await stack.sandbox.scan(phone, qr!);
  const isConnected = async () => {
    const { data } = await client.get<ChannelStatus>(`/v1/devices/${device.id}/status`);
    return data.connection_status === 'connected';
  };
  await until(isConnected, { describe: 'the channel to be connected' });
  return device.id;
}
