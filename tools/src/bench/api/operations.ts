import { MANY_ACCOUNTS } from '../installation/installation';
import { cloudCustomerNumbers, customerNumbers } from '../installation/seed';
import type { Tenant } from '../installation/tenants';

/** A thing that clients do. */
export interface Operation {
  /** As `--only` names it. */
  key: string;
  name: string;
  method: 'GET' | 'POST';
  path: string;
  /** From so many connections, unless others are asked for. */
  connections: readonly number[];
  /** How many accounts take part in turn. */
  accounts: number;
  /** Whether it needs the first account's number on the provider's cloud, and so many people who have written to it. */
  cloudCustomers?: number;
  /** Left out of `--quick`, unless it is asked for. */
  isOnlyInFull?: boolean;
  /** Headers beside the credential; `{number}` in an `idempotency-key` becomes a number of its own. */
  headers?: Readonly<Record<string, string>>;
  /** What one account sends, in turn; `{number}` in a body becomes a number of its own. None for reads. */
  bodies?: (tenant: Tenant) => string[];
}

/** An operation from so many connections: one row of the table. */
export interface Row {
  operation: Operation;
  connections: number;
}

/** Enough for every request under way to be another conversation. */
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
    // The length of a valid number, whatever `{number}` is.
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

/** Bodies that send a text to so many contacts, one each, by the account's phone. */
function textsTo(count: number): (tenant: Tenant) => string[] {
  return ({ channelId }) => texts(customerNumbers(count), channelId);
}

function texts(phones: readonly string[], channelId: number): string[] {
  return phones.map((phone) =>
    JSON.stringify({
      mobile_code: '1',
      mobile: phone.slice(1),
      chat_account_id: channelId,
      message: 'Your parcel left our house this morning and arrives tomorrow before noon.',
    }),
  );
}
