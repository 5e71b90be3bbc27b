import type { Channel, ChannelStatus, SentMessage } from '@chat/client';
import { until, WebhookReceiver, type Stack, type TestClient } from '@chat/test-kit';
import type { Chat } from './answers.journeys';

let numbersUsed = 0;

/** A number that no other journey of this file uses: +1 202 555 2…. Its ending causes no fault in the sandbox. */
export function freshNumber(): string {
  numbersUsed += 1;
  return `1202555${2_000 + numbersUsed}`;
}

/** Creates an account with a key of all scopes, which most journeys need. */
export async function openShop(stack: Stack, plan: { account_limit?: number } = {}): Promise<TestClient> {
  const account = await stack.admin.createAccount(plan);
  return stack.typedClient(await stack.admin.createApiKey(account.id));
}

/** An account with a linked phone and a receiver of all events. */
export async function openPhoneShop(stack: Stack): Promise<Omit<Chat, 'customer'>> {
  const client = await openShop(stack);
  const receiver = await listen(client);
  const { device, number } = await connectPhone(stack, client);
  return { client, receiver, channelId: device.id, number };
}

/** Creates a channel and links a phone to it by its QR code. */
export async function connectPhone(
  stack: Stack,
  client: TestClient,
): Promise<{ device: Channel; number: string }> {
  const number = freshNumber();
  const { device } = await client.createChannel({ name: 'Shop' });
  const { qr } = await client.createQr({ id: device.id });
  await stack.sandbox.scan(number, qr!);
  await untilStatus(client, device.id, 'connected');
  return { device, number };
}

/** Polls the status as a client would, until the channel has it. */
export function untilStatus(
  client: TestClient,
  channelId: number,
  status: ChannelStatus['connection_status'],
): Promise<ChannelStatus> {
  return until(
    async () => {
      const now = await client.getChannelStatus({ id: channelId });
      return now.connection_status === status && now;
    },
    { describe: `channel ${channelId} to be ${status}` },
  );
}

/** Registers a receiver of the account's events. */
export async function listen(client: TestClient, events?: string[]): Promise<WebhookReceiver> {
  const receiver = await WebhookReceiver.start();
  const { secret } = await client.createWebhook({ label: 'Journey', url: receiver.url, events });
  receiver.trust(secret);
  return receiver;
}

/** The members of a request for a number of the North American plan. */
export function receiverAt(number: string): { mobile_code: string; mobile: string } {
  return { mobile_code: '1', mobile: number.slice(1) };
}

/** Sends a text to a number of the North American plan. */
export function sendText(
  client: TestClient,
  channelId: number,
  to: string,
  message: string,
): Promise<SentMessage> {
  return client.sendMessage({ ...receiverAt(to), chat_account_id: channelId, message });
}

/** Collects a whole list. */
export async function readAll<T>(list: AsyncIterable<T>): Promise<T[]> {
  const all: T[] = [];
  for await (const one of list) all.push(one);
  return all;
}
