import type { Channel } from '@chat/client';
import { connectCloudChannel } from '@chat/contracts/channels';
import { systemContext } from '@chat/service-kit';
import type { ProviderNumber, Stack, TestClient, WebhookReceiver } from '@chat/testing';
import { freshNumber, listen } from './shop';

/** A business number at the provider, as the sandbox gives it out. */
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

/** Makes a number at the provider, or gives its token again: another one where the last is dead. */
export async function putNumber(stack: Stack, digits: string): Promise<BusinessNumber> {
  return { ...(await stack.sandbox.putNumber(digits)), digits };
}

/** As `admin channel connect-cloud` does: makes a channel of the number, or renews the one that it has. */
export async function connectCloud(
  stack: Stack,
  accountId: number,
  { waba_id, phone_number_id, access_token: token }: ProviderNumber,
): Promise<Channel> {
  const body = { account_id: accountId, waba_id, phone_number_id, token, coexistence: false };
  return (await stack.admin.bus.request(connectCloudChannel, systemContext(0), { body })).device;
}

let customersUsed = 0;

/** Of a person whom nobody else knows: +1 202 556 2…. Its ending asks the sandbox for no fault. */
export function freshCustomerNumber(): string {
  customersUsed += 1;
  return `1202556${2_000 + customersUsed}`;
}

/** A person writes to the shop, and may be answered for a day. */
export async function freshCustomer(
  stack: Stack,
  { number, receiver }: Pick<CloudShop, 'number' | 'receiver'>,
  digits = freshCustomerNumber(),
): Promise<string> {
  await stack.sandbox.write(digits, { to: number.digits, text: 'Are you open?' });
  await receiver.waitFor('message.received', ({ data }) => data.contact.phone === digits);
  return digits;
}

/** A control call of the sandbox that only the provider's cloud has. */
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
