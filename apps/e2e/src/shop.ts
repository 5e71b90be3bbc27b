import type { Channel, ChannelStatus, QrCode } from '@chat/contracts/channels';
import type { SentMessage } from '@chat/contracts/messaging';
import type { CreatedWebhook } from '@chat/contracts/webhooks';
import { until, WebhookReceiver, type Answer, type ApiClient, type Stack } from '@chat/testing';

let numbersUsed = 0;

/** A number that no other journey of this run uses: +1 202 555 …. */
export function freshNumber(): string {
  numbersUsed += 1;
  return `1202555${String(numbersUsed).padStart(4, '0')}`;
}

/** An account with a key of all scopes, as most journeys need one. */
export async function openShop(stack: Stack, plan: { account_limit?: number } = {}): Promise<ApiClient> {
  const account = await stack.admin.createAccount(plan);
  return stack.client(await stack.admin.createApiKey(account.id));
}

/** Makes a channel and links a phone to it by its QR code. */
export async function connectPhone(
  stack: Stack,
  client: ApiClient,
): Promise<{ device: Channel; number: string }> {
  const number = freshNumber();
  const { device } = (await client.post<{ device: Channel }>('/v1/devices', { name: 'Shop' })).data;
  const { qr } = (await client.post<QrCode>(`/v1/devices/${device.id}/qr`)).data;
  await stack.sandbox.scan(number, qr!);
  await untilStatus(client, device.id, 'connected');
  return { device, number };
}

/** Polls the status as a client would, until the channel has it. */
export function untilStatus(
  client: ApiClient,
  channelId: number,
  status: ChannelStatus['connection_status'],
): Promise<ChannelStatus> {
  return until(
    async () => {
      const { data } = await client.get<ChannelStatus>(`/v1/devices/${channelId}/status`);
      return data.connection_status === status && data;
    },
    { describe: `channel ${channelId} to be ${status}` },
  );
}

/** Registers a receiver of the account's events. */
export async function listen(client: ApiClient, events?: string[]): Promise<WebhookReceiver> {
  const receiver = await WebhookReceiver.start();
  const created = await client.post<CreatedWebhook>('/v1/webhooks', {
    label: 'Journey',
    url: receiver.url,
    events,
  });
  receiver.trust(created.data.secret);
  return receiver;
}

/** Sends a text to a number of the North American plan. */
export function sendText(
  client: ApiClient,
  channelId: number,
  to: string,
  message: string,
): Promise<Answer<SentMessage>> {
  return client.post<SentMessage>('/v1/messages', {
    mobile_code: '1',
    mobile: to.slice(1),
    chat_account_id: channelId,
    message,
  });
}
