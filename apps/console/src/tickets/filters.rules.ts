import type { TicketStatus } from '../api/tickets';
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
  const text = typeof q === 'string' || typeof q === 'number' ? String(q).slice(0, 100) : '';
  const isId = (id: unknown): id is number => Number.isSafeInteger(id) && (id as number) > 0;
  return {
    ...(view === 'board' && { view }),
    ...(text.trim() !== '' && { q: text }),
    ...(statuses.includes(status as TicketStatus) && { status: status as TicketStatus }),
    ...(isId(type) && { type }),
    ...(isId(assignee) && { assignee }),
    ...(typeof ticket === 'string' && /^[\w-]{1,30}$/.test(ticket) && { ticket }),
  };
}
