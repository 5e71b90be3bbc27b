import type { Channel, ChannelStatus, QrCode } from '@chat/contracts/channels';
import type { CreatedWebhook } from '@chat/contracts/webhooks';
import { ApiClient, until, WebhookReceiver, type Credential, type Stack } from '@chat/testing';
import type { Links } from '../network/links';
import type { HostileReceivers } from './hostile-receivers';

/** A linked phone. */
export interface LinkedPhone {
  channelId: number;
  digits: string;
}

/** An account of the installation, with all that a customer has of it. */
export interface Tenant {
  accountId: number;
  /** One for each gateway. */
  clients: readonly ApiClient[];
  /** With a key for tickets, which want their scope spelt out; again one for each gateway. */
  desks: readonly ApiClient[];
  shop: LinkedPhone;
  /** A phone that is unlinked and linked again all the time. */
  mover: LinkedPhone;
  receiver: WebhookReceiver;
}

interface Place {
  stack: Stack;
  links: Links;
  gatewayUrls: readonly string[];
  hostile: HostileReceivers;
}

/** Business phones count up from here. */
const FIRST_PHONE = 12_025_500_100;
export const TICKET_TYPE = 'support';

/** Opens an account with keys, two linked phones, a receiver of everything and hostile ones of tickets. */
export async function openTenant(place: Place, index: number): Promise<Tenant> {
  const { stack, gatewayUrls } = place;
  const { id: accountId } = await stack.admin.createAccount({ name: 'Faults' });
  const clientsWith = (credential: Credential) => gatewayUrls.map((url) => new ApiClient(url, credential));
  const clients = clientsWith(await stack.admin.createApiKey(accountId));
  const scopes = ['tickets:read', 'tickets:write'];
  const desks = clientsWith(await stack.admin.createApiKey(accountId, { scopes }));
  const type = await desks[0]!.post('/v1/ticket-types', { key: TICKET_TYPE, name: 'Support' });
  if (type.status !== 201) throw new Error(type.describe('201'));

  const receiver = await listen(place, clients[0]!);
  const phone = FIRST_PHONE + 2 * index;
  const shop = await linkPhone(stack, clients[0]!, String(phone));
  const mover = await linkPhone(stack, clients[0]!, String(phone + 1));
  return { accountId, clients, desks, shop, mover, receiver };
}

async function listen({ links, hostile }: Place, client: ApiClient): Promise<WebhookReceiver> {
  const register = async (label: string, url: string, events?: string[]) =>
    (await client.post<CreatedWebhook>('/v1/webhooks', { label, url, events })).data;
  for (const [name, url] of hostile.urls) await register(name, url, ['ticket.*']);
  const receiver = await WebhookReceiver.start();
  // As a customer's own library answers what is not signed, or signed too long ago.
  receiver.answer = ({ verified }) => ({ status: verified ? 200 : 400 });
  const url = new URL(receiver.url);
  const { port } = await links.lead({ from: 'webhooks', to: 'receiver', port: Number(url.port) });
  url.port = String(port);
  const { secret } = await register('good', url.href);
  receiver.trust(secret);
  return receiver;
}

async function linkPhone(stack: Stack, client: ApiClient, digits: string): Promise<LinkedPhone> {
  const { device } = (await client.post<{ device: Channel }>('/v1/devices', { name: 'Shop' })).data;
  const { qr } = (await client.post<QrCode>(`/v1/devices/${device.id}/qr`)).data;
  await stack.sandbox.scan(digits, qr!);
  const isConnected = async () => {
    const { data } = await client.get<ChannelStatus>(`/v1/devices/${device.id}/status`);
    return data.connection_status === 'connected';
  };
  await until(isConnected, { describe: 'the channel to be connected' });
  return { channelId: device.id, digits };
}
