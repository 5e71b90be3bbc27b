import type { Client } from 'pg';
import type { Pagination } from '@chat/contracts';
import type { ApiClient } from '@chat/test-kit';
import { operations, textsTo, type Operation } from '../api/operations';
import type { Installation } from '../installation/installation';
import type { Tenant } from '../installation/tenants';

interface Reading {
  key: string;
  name: string;
  /** The path of an account's list, without its page. */
  pathOf: (ids: Ids) => string;
}

/** Of one account. */
interface Ids {
  conversationId: number;
  webhookId: number;
}

const readings: readonly Reading[] = [
  { key: 'conversations', name: 'conversations', pathOf: () => '/v1/conversations?per_page=25' },
  {
    key: 'messages',
    name: 'messages of a conversation',
    pathOf: ({ conversationId }) => `/v1/conversations/${conversationId}/messages?per_page=25`,
  },
  { key: 'contacts', name: 'contacts', pathOf: () => '/v1/contacts?per_page=25' },
  {
    key: 'deliveries',
    name: 'deliveries of a webhook',
    pathOf: ({ webhookId }) => `/v1/webhooks/${webhookId}/deliveries?per_page=25`,
  },
  {
    key: 'failed-deliveries',
    name: 'failed deliveries of a webhook',
    pathOf: ({ webhookId }) => `/v1/webhooks/${webhookId}/deliveries?per_page=25&status=failed`,
  },
];

/** A deep page comes after so many pages of 100, or after nine tenths of a shorter list. */
const DEEP_PAGES = 50;
const DEPTH = 0.9;
const LONG_PAGE = 100;

/** The requests of one installation: first and deep pages of each list, and sends. */
export async function operationsOf(
  { stack, tenants }: Installation,
  database: Client,
  { people, cloudCustomers }: { people: number; cloudCustomers: number },
): Promise<Operation[]> {
  const accounts = tenants.length;
  const lists: Operation[] = [];
  for (const { key, name, pathOf } of readings) {
    const [first, deep] = [new Map<Tenant, string>(), new Map<Tenant, string>()];
    for (const tenant of tenants) {
      const path = pathOf(await idsOf(database, tenant));
      first.set(tenant, path);
      deep.set(tenant, await deepPage(stack.client(tenant.credential), path));
    }
    const list = { method: 'GET', path: '', connections: [], accounts } as const;
    lists.push(
      { ...list, key, name, pathOf: (tenant) => first.get(tenant)! },
      { ...list, key: `${key}-deep`, name: `${name}, deep`, pathOf: (tenant) => deep.get(tenant)! },
    );
  }
  const send = operations.find(({ key }) => key === 'send')!;
  const sendCloud = operations.find(({ key }) => key === 'send-cloud')!;
  return [
    ...lists,
    { ...send, accounts, bodies: textsTo(people) },
    {
      ...sendCloud,
      bodies: (tenant) => sendCloud.bodies!(tenant).slice(0, cloudCustomers),
    },
  ];
}

/** The longest conversation of an account, and its first endpoint. */
async function idsOf(database: Client, { accountId }: Tenant): Promise<Ids> {
  const { rows } = await database.query<Ids>(
    `SELECT (SELECT conversation_id FROM messaging.messages WHERE account_id = $1
        GROUP BY 1 ORDER BY count(*) DESC LIMIT 1)::float8 AS "conversationId",
       webhook_ids[1]::float8 AS "webhookId"
     FROM filled WHERE account_id = $1`,
    [accountId],
  );
  return rows[0]!;
}

/** The path of a page that is far from the first. */
async function deepPage(client: ApiClient, path: string): Promise<string> {
  const listAfter = async (after: string) => {
    const { body } = await client.get(path.replace('per_page=25', `per_page=${LONG_PAGE}`) + after);
    return (body as { meta: { pagination: Pagination } }).meta.pagination;
  };
  let after = '';
  const { total, ...first } = await listAfter(after);
  let cursor = first.next_cursor;
  for (
    let page = 1;
    page <= DEEP_PAGES && page * LONG_PAGE <= (total ?? Infinity) * DEPTH && cursor;
    page += 1
  ) {
    after = `&cursor=${encodeURIComponent(cursor)}`;
    ({ next_cursor: cursor } = await listAfter(after));
  }
  return path + after;
}
