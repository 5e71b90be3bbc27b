import { randomUUID } from 'node:crypto';
import type { Ticket, TicketType } from '@chat/contracts/tickets';
import type { Tenant } from '../../world/tenant';
import { UNKNOWN_ID, type RecordKind, type ServiceRows } from '../../world/record-kind';

async function makeType(tenant: Tenant): Promise<TicketType> {
  const key = tenant.text();
  return (await tenant.post<{ ticket_type: TicketType }>('/v1/ticket-types', { key, name: key })).ticket_type;
}

export const typeKey: RecordKind = {
  name: 'key of a ticket type',
  members: ['type_key'],
  make: async (tenant) => (await makeType(tenant)).key,
  unknown: 'nobody-has-this-key',
};

const typeId: RecordKind = {
  name: 'ticket type',
  members: ['type_id', 'type'],
  make: async (tenant) => (await makeType(tenant)).id,
  unknown: UNKNOWN_ID,
};

const user: RecordKind = {
  name: 'user',
  members: ['assignee_id', 'assignee', 'assigned_agent_id'],
  make: async ({ admin, accountId }) => (await admin.createUser(accountId, `${randomUUID()}@example.com`)).id,
  unknown: UNKNOWN_ID,
};

/** Numbers are counted per account, so the unknown one is beyond those of all accounts. */
const ticket: RecordKind = {
  name: 'ticket',
  paths: ['/v1/tickets/{number}'],
  make: async (tenant) => {
    const body = { type_key: await tenant.own(typeKey), subject: tenant.text() };
    return (await tenant.post<{ ticket: Ticket }>('/v1/tickets', body)).ticket.number;
  },
  unknown: 'TKT-999999',
};

async function makeClosed(tenant: Tenant) {
  const number = await ticket.make(tenant);
  await tenant.post(`/v1/tickets/${number}/close`);
  return number;
}

export const tickets: ServiceRows = {
  kinds: [typeKey, typeId, user, ticket],
  examples: {
    'POST /v1/tickets/{number}/close': { record: ticket.make },
    'POST /v1/tickets/{number}/reopen': { record: makeClosed },
    'POST /v1/tickets/{number}/csat': { record: makeClosed },
  },
};
