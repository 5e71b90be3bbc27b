import type { Channel } from '@chat/client';
import { connectCloudChannel } from '@chat/contracts/channels';
import { systemContext } from '@chat/service-kit';
import {
  until,
  type ProviderNumber,
  type Stack,
  type TestClient,
  type WebhookReceiver,
} from '@chat/test-kit';
import { freshNumber, listen } from '../messages/shop';

/** A business number at the provider, as returned by the sandbox. */
export interface BusinessNumber extends ProviderNumber {
  digits: string;
}

/** An account with a number on the provider's cloud and a receiver of all events. */
export interface CloudShop {
  accountId: number;
  client: TestClient;
  receiver: WebhookReceiver;
  device: Channel;
  number: BusinessNumber;
}

export async function openCloudShop(stack: Stack): Promise<CloudShop> {
  const { id: accountId } = await stack.admin.createAccount();
  const client = stack.typedClient(await stack.admin.createApiKey(accountId));
  const receiver = await listen(client);
  const number = await putNumber(stack, freshNumber());
  return { accountId, client, receiver, device: await connectCloud(stack, accountId, number), number };
}

/** Creates a number at the provider, or returns its token again: a new one if the last is invalid. */
export async function putNumber(stack: Stack, digits: string): Promise<BusinessNumber> {
  return { ...(await stack.sandbox.putNumber(digits)), digits };
}

/** Does what `admin channel connect-cloud` does: creates a channel for the number, or renews the existing one. */
export async function connectCloud(
  stack: Stack,
  accountId: number,
  { waba_id, phone_number_id, access_token: token }: ProviderNumber,
  { coexistence = false } = {},
): Promise<Channel> {
  const body = { account_id: accountId, waba_id, phone_number_id, token, coexistence };
  return (await stack.admin.bus.request(connectCloudChannel, systemContext(0), { body })).device;
}

/** Creates a template without variables, for whoever may not be written to freely yet. */
export async function approvedTemplate(
  stack: Stack,
  accountId: number,
  channelId: number,
): Promise<{ template_id: string; chat_account_id: number }> {
  const scopes = ['templates:read', 'templates:write'];
  const author = stack.typedClient(await stack.admin.createApiKey(accountId, { scopes }));
  const { template } = await author.createTemplate({
    ...{ chat_account_id: channelId, name: 'first_words', language: 'en_US', category: 'UTILITY' },
    body: 'Your order is ready.',
  });
  const { template_id } = template;
  await until(async () => (await author.getTemplate({ id: template_id })).template.status === 'APPROVED', {
    describe: 'the approval',
  });
  return { template_id, chat_account_id: channelId };
}

let customersUsed = 0;

/** The number of a person whom nobody else uses: +1 202 556 2…. Its ending causes no fault in the sandbox. */
export function freshCustomerNumber(): string {
  customersUsed += 1;
  return `1202556${2_000 + customersUsed}`;
}

/** Has a person write to the shop, who can then be answered for 24 hours. */
export async function freshCustomer(
  stack: Stack,
  { number, receiver }: Pick<CloudShop, 'number' | 'receiver'>,
  digits = freshCustomerNumber(),
): Promise<string> {
  await stack.sandbox.write(digits, { to: number.digits, text: 'Are you open?' });
  await receiver.waitFor('message.received', ({ data }) => data.contact.phone === digits);
  return digits;
}

/**
 * Sets how the provider delivers callbacks from now on; what is left out stays.
 * @returns how many wait.
 */
export async function deliverCallbacks(
  stack: Stack,
  switches: { hold?: boolean; duplicate?: boolean; shuffle?: boolean; batch?: number },
): Promise<number> {
  return (await control<{ waiting: number }>(stack, 'PUT', '/cloud/callbacks', switches)).waiting;
}

/** A control call of the sandbox that only exists for the provider's cloud. */
export async function control<T>(
  stack: Stack,
  method: 'GET' | 'PUT' | 'POST',
  path: string,
  body?: object,
): Promise<T> {
  const response = await fetch(stack.sandboxUrl + path, {
    method,
    ...(body && { headers: { 'content-type': 'application/json' }, body: JSON.stringify(body) }),
  });
  if (!response.ok) throw new Error(`The sandbox answered ${response.status}: ${await response.text()}`);
  return (await response.json()) as T;
}
