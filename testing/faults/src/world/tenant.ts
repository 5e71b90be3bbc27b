import { connectCloudChannel, type Channel, type ChannelStatus, type QrCode } from '@chat/contracts/channels';
import type { ConversationList } from '@chat/contracts/messaging';
import type { CreatedWebhook } from '@chat/contracts/webhooks';
import { systemContext } from '@chat/service-kit';
import {
  ApiClient,
  approvedTemplate,
  until,
  type AnswerJudge,
  WebhookReceiver,
  type Credential,
  type Stack,
} from '@chat/test-kit';
import type { Links } from '../network/links';
import type { HostileReceivers } from './hostile-receivers';

export interface LinkedPhone {
  channelId: number;
  digits: string;
}

/** A number on the provider's cloud, to which all its customers have just written. */
export interface CloudNumber {
  channelId: number;
  digits: string;
}

/** An account of the installation, with everything that a customer has in it. */
export interface Tenant {
  accountId: number;
  /** Where its programs reach the gateways. */
  gatewayUrls: readonly string[];
  credential: Credential;
  /** One for each gateway, with this credential. */
  clients: readonly ApiClient[];
  /** With a key for tickets and templates, which require explicit scopes; also one for each gateway. */
  desks: readonly ApiClient[];
  shop: LinkedPhone;
  /** A phone that is unlinked and linked again all the time. */
  mover: LinkedPhone;
  cloud: CloudNumber;
  /** An approved template of the Cloud number, with one variable. */
  templateId: string;
  receiver: WebhookReceiver;
}

interface Place {
  stack: Stack;
  links: Links;
  gatewayUrls: readonly string[];
  hostile: HostileReceivers;
  judge: AnswerJudge | null;
}

/** The first number of the business phones. */
const FIRST_PHONE = 12_025_500_100;
const PHONES_OF_TENANT = 3;
/** The customers of each Cloud number who may be sent to. Some other endings have a meaning in the sandbox. */
export const cloudCustomers = Array.from(
  { length: 30 },
  (_, index) => `1202554${String(100 + index).padStart(4, '0')}`,
);
/** Sends to this customer are accepted, and the connection is reset before the answer. */
export const CUSTOMER_WITHOUT_ANSWERS = '12025540998';
export const TICKET_TYPE = 'support';

/** Opens an account with keys, two linked phones, a receiver of everything and hostile receivers of tickets. */
export async function openTenant(place: Place, index: number): Promise<Tenant> {
  const { stack, gatewayUrls, judge } = place;
  const { id: accountId } = await stack.admin.createAccount({ name: 'Faults' });
  const clientsWith = (key: Credential) => gatewayUrls.map((url) => new ApiClient(url, key, judge));
  const credential = await stack.admin.createApiKey(accountId);
  const clients = clientsWith(credential);
  const scopes = ['tickets:read', 'tickets:write', 'templates:read', 'templates:write'];
  const desks = clientsWith(await stack.admin.createApiKey(accountId, { scopes }));
  const type = await desks[0]!.post('/v1/ticket-types', { key: TICKET_TYPE, name: 'Support' });
  if (type.status !== 201) throw new Error(type.describe('201'));

  const receiver = await listen(place, clients[0]!);
  const phone = FIRST_PHONE + PHONES_OF_TENANT * index;
  const shop = await linkPhone(stack, clients[0]!, String(phone));
  const mover = await linkPhone(stack, clients[0]!, String(phone + 1));
  const cloud = await connectNumber(place, clients[0]!, accountId, String(phone + 2));
  const { template_id: templateId } = await approvedTemplate(desks[0]!, {
    chat_account_id: cloud.channelId,
    name: `notice_${cloud.digits}`,
    language: 'en_US',
    category: 'UTILITY',
    body: 'We tell you of {{1}}, as you asked us to.',
    body_examples: ['an order'],
  });
  const ofAccount = { accountId, gatewayUrls, credential, clients, desks };
  return { ...ofAccount, shop, mover, cloud, templateId, receiver };
}

async function listen({ links, hostile, judge }: Place, client: ApiClient): Promise<WebhookReceiver> {
  const register = async (label: string, url: string, events?: string[]) =>
    (await client.post<CreatedWebhook>('/v1/webhooks', { label, url, events })).data;
  for (const [name, url] of hostile.urls) await register(name, url, ['ticket.*']);
  const receiver = await WebhookReceiver.start(judge);
  // Refuses what is not signed, or was signed too long ago, as a customer's library would.
  receiver.answer = ({ verified }) => ({ status: verified ? 200 : 400 });
  const url = new URL(receiver.url);
  const { port } = await links.addProxy({ from: 'webhooks', to: 'receiver', port: Number(url.port) });
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

async function connectNumber(
  { stack }: Place,
  client: ApiClient,
  accountId: number,
  digits: string,
): Promise<CloudNumber> {
  const { access_token: token, waba_id, phone_number_id } = await stack.sandbox.putNumber(digits);
  const body = { account_id: accountId, waba_id, phone_number_id, token, coexistence: false };
  const { device } = await stack.admin.bus.request(connectCloudChannel, systemContext(0), { body });
  const customers = [...cloudCustomers, CUSTOMER_WITHOUT_ANSWERS];
  await Promise.all(
    customers.map((customer) => stack.sandbox.write(customer, { to: digits, text: 'Hello?' })),
  );
  const haveArrived = async () => {
    const path = `/v1/conversations?chat_account_id=${device.id}&per_page=100`;
    const { conversations } = (await client.get<ConversationList>(path)).data;
    return conversations.length === customers.length;
  };
  await until(haveArrived, { describe: 'all customers to have written to the number on the cloud' });
  return { channelId: device.id, digits };
}
