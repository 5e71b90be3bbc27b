import { featureFlags, operation } from '..';
import {
  CreateTicket,
  CreateTicketType,
  ListTicketsQuery,
  ListTicketTypesQuery,
  RateTicket,
  TicketList,
  TicketParams,
  TicketResult,
  TicketTypeList,
  TicketTypeResult,
  UpdateTicket,
} from './ticket.dto';

const flags = [featureFlags.tickets];
const reads = { scope: 'tickets:read', explicitScope: true, flags, effect: 'read' } as const;
const writes = { scope: 'tickets:write', explicitScope: true, flags, effect: 'write' } as const;

export const listTicketTypes = operation({
  ...reads,
  http: 'GET /v1/ticket-types',
  summary: 'List ticket types',
  description: 'Returns the whole list unless the query asks for a page.',
  subject: 'rpc.tickets.type.list',
  query: ListTicketTypesQuery,
  output: TicketTypeList,
});

export const createTicketType = operation({
  ...writes,
  http: 'POST /v1/ticket-types',
  summary: 'Create a ticket type',
  description: 'An account can have at most 500 ticket types.',
  subject: 'rpc.tickets.type.create',
  body: CreateTicketType,
  output: TicketTypeResult,
  status: 201,
  errors: ['limit_reached', 'conflict'],
});

export const listTickets = operation({
  ...reads,
  http: 'GET /v1/tickets',
  summary: 'List tickets',
  description: 'Newest first.',
  subject: 'rpc.tickets.ticket.list',
  mcp: [
    {
      name: 'list_tickets',
      description: 'Lists or searches tickets, newest first.',
      level: 'read',
      takes: ['status', 'search', 'per_page', 'cursor'],
    },
  ],
  query: ListTicketsQuery,
  output: TicketList,
});

export const getTicket = operation({
  ...reads,
  http: 'GET /v1/tickets/{number}',
  summary: 'Get a ticket',
  subject: 'rpc.tickets.ticket.get',
  params: TicketParams,
  output: TicketResult,
});

export const createTicket = operation({
  ...writes,
  http: 'POST /v1/tickets',
  summary: 'Open a ticket',
  subject: 'rpc.tickets.ticket.create',
  mcp: [
    {
      name: 'create_ticket',
      description: 'Opens a ticket.',
      level: 'write',
      takes: ['type_key', 'subject', 'description', 'contact_id', 'conversation_id'],
    },
  ],
  unaudited: 'It adds what everyday work brings, in any number, and takes nothing away.',
  body: CreateTicket,
  output: TicketResult,
  status: 201,
  errors: ['limit_reached'],
});

export const updateTicket = operation({
  ...writes,
  http: 'PATCH /v1/tickets/{number}',
  summary: 'Update a ticket',
  description:
    'Fields that you omit stay unchanged. A status that cannot follow the current one is a `conflict`; sending ' +
    'the current status changes nothing.',
  subject: 'rpc.tickets.ticket.update',
  mcp: [
    {
      name: 'update_ticket',
      description: 'Changes the ticket with this number, as in TKT-000123. What you leave out stays.',
      level: 'write',
      takes: ['number', 'status', 'subject', 'description', 'assignee_id'],
    },
  ],
  params: TicketParams,
  body: UpdateTicket,
  output: TicketResult,
  errors: ['conflict'],
});

export const closeTicket = operation({
  ...writes,
  http: 'POST /v1/tickets/{number}/close',
  summary: 'Close a ticket',
  subject: 'rpc.tickets.ticket.close',
  params: TicketParams,
  output: TicketResult,
  errors: ['conflict'],
});

export const reopenTicket = operation({
  ...writes,
  http: 'POST /v1/tickets/{number}/reopen',
  summary: 'Reopen a ticket',
  description: 'Only a resolved or closed ticket can be reopened.',
  subject: 'rpc.tickets.ticket.reopen',
  params: TicketParams,
  output: TicketResult,
  errors: ['conflict'],
});

export const rateTicket = operation({
  ...writes,
  http: 'POST /v1/tickets/{number}/csat',
  summary: 'Rate a ticket',
  description: 'A ticket can be rated once, when it is resolved or closed.',
  subject: 'rpc.tickets.ticket.rate',
  params: TicketParams,
  body: RateTicket,
  output: TicketResult,
  errors: ['conflict'],
});
