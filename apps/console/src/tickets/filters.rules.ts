import type { TicketStatus } from '../api/tickets';
import { readId, readOneOf, readText } from '../ui/filters.rules';
import { statuses } from './transitions.rules';

/** What the page of tickets shows, as it stands in the address. */
export interface TicketView {
  readonly view?: 'board';
  readonly q?: string;
  readonly status?: TicketStatus;
  readonly type?: number;
  readonly assignee?: number;
  /** The number of the ticket that is open. */
  readonly ticket?: string;
}

/** Reads it from an address that anyone may have written. */
export function readTicketView(search: Record<string, unknown>): TicketView {
  const { view, q, status, type, assignee, ticket } = search;
  return {
    view: readOneOf(view, ['board']),
    q: readText(q, 100),
    status: readOneOf(status, statuses),
    type: readId(type),
    assignee: readId(assignee),
    ticket: typeof ticket === 'string' && /^[\w-]{1,30}$/.test(ticket) ? ticket : undefined,
  };
}
