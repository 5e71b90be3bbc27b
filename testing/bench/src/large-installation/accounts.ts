import type { CreatedWebhook } from '@chat/contracts/webhooks';
import type { Credential } from '@chat/test-kit';
import type { Installation } from '../installation/installation';

/** An account of the installation, to be filled. */
export interface FilledAccount {
  accountId: number;
  channelId: number;
  /** Its endpoints, which subscribe to all events. */
  webhookIds: [number, number];
}

/** Number of accounts created concurrently. */
const AT_A_TIME = 8;
/** Of the accounts without a linked phone, which nobody sends from. */
const NO_CHANNEL = 1;

/** The accounts with a linked phone, and as many more as that. Each gets two endpoints at the receiver. */
export async function createAccounts(
  { stack, tenants }: Installation,
  count: number,
  receiverUrl: string,
): Promise<FilledAccount[]> {
  const filled: FilledAccount[] = [];
  const add = async (accountId: number, channelId: number, credential: Credential) => {
    const client = stack.client(credential);
    const create = async () =>
      (await client.post<CreatedWebhook>('/v1/webhooks', { label: 'Bench', url: receiverUrl })).data.webhook
        .id;
    filled.push({ accountId, channelId, webhookIds: [await create(), await create()] });
  };
  for (const { accountId, channelId, credential } of tenants) await add(accountId, channelId, credential);
  let missing = count - tenants.length;
  const createMore = async () => {
    while (missing > 0) {
      missing -= 1;
      const { id } = await stack.admin.createAccount({ name: 'Bench' });
      await add(id, NO_CHANNEL, await stack.admin.createApiKey(id));
    }
  };
  await Promise.all(Array.from({ length: AT_A_TIME }, createMore));
  // A new endpoint gets one request at a time.
  await stack.query('UPDATE webhooks.endpoints SET is_proven = true');
  return filled;
}
