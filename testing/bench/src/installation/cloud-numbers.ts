import { connectCloudChannel } from '@chat/contracts/channels';
import { systemContext } from '@chat/service-kit';
import { approvedTemplate, type SandboxClient, type Stack } from '@chat/test-kit';

/** A number on the sandbox's cloud, with its credentials. */
export interface ProviderNumber {
  waba_id: string;
  phone_number_id: string;
  access_token: string;
}

/** A Cloud channel of an account. */
export interface CloudChannel {
  channelId: number;
  /** The business number, in digits. */
  phone: string;
  /** An approved template with one variable. */
  templateId: string;
}

/** Number of people who write concurrently. */
const AT_A_TIME = 16;

/** Creates a number on the sandbox's cloud. */
export async function putCloudNumber(sandboxUrl: string, digits: string): Promise<ProviderNumber> {
  const response = await fetch(`${sandboxUrl}/cloud/numbers/${digits}`, {
    method: 'PUT',
    headers: { 'content-type': 'application/json' },
    body: '{}',
  });
  if (!response.ok) throw new Error(`The sandbox gave no number: ${await response.text()}`);
  return (await response.json()) as ProviderNumber;
}

/** Creates a number, and connects it as a channel of the account. */
export async function connectCloudNumber(
  stack: Stack,
  accountId: number,
  phone: string,
): Promise<CloudChannel> {
  const number = await putCloudNumber(stack.sandboxUrl, phone);
  const { waba_id, phone_number_id, access_token: token } = number;
  const body = { account_id: accountId, waba_id, phone_number_id, token, coexistence: false };
  const { device } = await stack.admin.bus.request(connectCloudChannel, systemContext(0), { body });
  return { channelId: device.id, phone, templateId: await makeTemplate(stack, accountId, device.id) };
}

/** The content of the template. */
export const TEMPLATE = {
  name: 'bench_notice',
  language: 'en_US',
  category: 'UTILITY',
  body: 'We write to you about {{1}}, as you asked us to do.',
  body_examples: ['an order'],
};

async function makeTemplate(stack: Stack, accountId: number, channelId: number): Promise<string> {
  const scopes = ['templates:read', 'templates:write'];
  const client = stack.client(await stack.admin.createApiKey(accountId, { scopes }));
  return (await approvedTemplate(client, { ...TEMPLATE, chat_account_id: channelId })).template_id;
}

/** Has each person write to the number, which may then reply for a day. */
export async function openCareWindows(
  sandbox: SandboxClient,
  businessPhone: string,
  people: readonly string[],
): Promise<void> {
  const waiting = [...people];
  const writer = async () => {
    for (let person = waiting.pop(); person !== undefined; person = waiting.pop()) {
      await sandbox.write(person, { to: businessPhone, text: 'Are you open today?' });
    }
  };
  await Promise.all(Array.from({ length: AT_A_TIME }, writer));
}
