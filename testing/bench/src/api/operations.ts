import { MANY_ACCOUNTS } from '../installation/installation';
import { cloudCustomerNumbers, customerNumbers } from '../installation/seed';
import type { Tenant } from '../installation/tenants';

/** An operation that clients perform. */
export interface Operation {
  /** Its name for `--only`. */
  key: string;
  name: string;
  method: 'GET' | 'POST';
  path: string;
  /** The path of an account, if each has its own. */
  pathOf?: (tenant: Tenant) => string;
  /** The numbers of connections, unless others are given. */
  connections: readonly number[];
  /** The number of accounts that take part in turn. */
  accounts: number;
  /** The number of people who have written to the first account's Cloud number, if the operation needs that number. */
  cloudCustomers?: number;
  /** Left out of `--quick`, unless it is named. */
  isOnlyInFull?: boolean;
  /** Headers besides the credential; `{number}` in an `idempotency-key` is replaced by a unique number. */
  headers?: Readonly<Record<string, string>>;
  /** The bodies that one account sends in turn; `{number}` is replaced by a unique number. None for reads. */
  bodies?: (tenant: Tenant) => string[];
}

/** An operation with a number of connections: one row of the table. */
export interface Row {
  operation: Operation;
  connections: number;
}

/** Enough that every concurrent request uses another conversation. */
const RECIPIENTS = 1_000;
const RECIPIENTS_OF_MANY = 10;

const send = { name: 'send of a text', method: 'POST', path: '/v1/messages' } as const;

export const operations: readonly Operation[] = [
  { key: 'ping', name: 'ping', method: 'GET', path: '/v1/ping', connections: [32], accounts: 1 },
  {
    key: 'contacts',
    name: 'list of contacts',
    method: 'GET',
    path: '/v1/contacts?per_page=25',
    connections: [32],
    accounts: 1,
  },
  {
    key: 'conversations',
    name: 'list of conversations',
    method: 'GET',
    path: '/v1/conversations?per_page=25',
    connections: [32],
    accounts: 1,
  },
  {
    key: 'contacts-50',
    name: `list of contacts, ${MANY_ACCOUNTS} accounts`,
    method: 'GET',
    path: '/v1/contacts?per_page=25',
    connections: [32],
    accounts: MANY_ACCOUNTS,
    isOnlyInFull: true,
  },
  {
    key: 'conversations-50',
    name: `list of conversations, ${MANY_ACCOUNTS} accounts`,
    method: 'GET',
    path: '/v1/conversations?per_page=25',
    connections: [32],
    accounts: MANY_ACCOUNTS,
    isOnlyInFull: true,
  },
  {
    key: 'new-contact',
    name: 'new contact',
    method: 'POST',
    path: '/v1/contacts',
    connections: [32],
    accounts: 1,
    // `{number}` has the length of a valid number.
    bodies: () => [
      '{"firstname":"Customer","lastname":"Number {number}","mobile_code":"1","mobile":"646{number}"}',
    ],
  },
  { ...send, key: 'send', connections: [1, 16, 64], accounts: 1, bodies: textsTo(RECIPIENTS) },
  {
    ...send,
    key: 'send-cloud',
    name: 'send of a text, Cloud',
    connections: [1, 16, 64],
    accounts: 1,
    cloudCustomers: RECIPIENTS,
    bodies: ({ cloud }) => texts(cloudCustomerNumbers(RECIPIENTS), cloud!.channelId),
  },
  {
    ...send,
    key: 'send-preview',
    name: 'send of a text with a preview, Cloud',
    connections: [16],
    accounts: 1,
    cloudCustomers: RECIPIENTS,
    isOnlyInFull: true,
    bodies: ({ cloud }) => texts(cloudCustomerNumbers(RECIPIENTS), cloud!.channelId, { link_preview: true }),
  },
  {
    key: 'send-template',
    name: 'send of a template',
    method: 'POST',
    path: '/v1/templates/send',
    connections: [1, 16, 64],
    accounts: 1,
    cloudCustomers: RECIPIENTS,
    headers: { 'idempotency-key': 'bench-{number}' },
    bodies: ({ cloud }) =>
      cloudCustomerNumbers(RECIPIENTS).map((phone) =>
        JSON.stringify({
          template_id: cloud!.templateId,
          mobile_code: '1',
          mobile: phone.slice(1),
          chat_account_id: cloud!.channelId,
          body_variables: ['the parcel of this morning'],
        }),
      ),
  },
  {
    ...send,
    key: 'send-50',
    name: `send of a text, ${MANY_ACCOUNTS} accounts`,
    connections: [16],
    accounts: MANY_ACCOUNTS,
    bodies: textsTo(RECIPIENTS_OF_MANY),
  },
];

/** The same operations with fewer accounts and recipients. */
export function reduced(
  all: readonly Operation[],
  { accounts, recipients }: { accounts: number; recipients: number },
): readonly Operation[] {
  return all.map(({ bodies, cloudCustomers, ...operation }) => ({
    ...operation,
    accounts: Math.min(operation.accounts, accounts),
    ...(cloudCustomers && { cloudCustomers: recipients }),
    ...(bodies && { bodies: (tenant: Tenant) => bodies(tenant).slice(0, recipients) }),
  }));
}

/** Bodies that send a text to each of that many contacts, from the account's phone. */
export function textsTo(count: number): (tenant: Tenant) => string[] {
  return ({ channelId }) => texts(customerNumbers(count), channelId);
}

function texts(phones: readonly string[], channelId: number, more: object = {}): string[] {
  return phones.map((phone) =>
    JSON.stringify({
      mobile_code: '1',
      mobile: phone.slice(1),
      chat_account_id: channelId,
      message: 'Your parcel left our house this morning and arrives tomorrow before noon.',
      ...more,
    }),
  );
}
