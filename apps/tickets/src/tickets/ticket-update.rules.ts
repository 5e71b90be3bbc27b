import type { TicketStatus } from '@chat/contracts/tickets';
import { move, type Move } from './ticket-status.rules';

interface Details {
  subject: string;
  description: string | null;
  typeId: number;
  contactId: number | null;
  conversationId: number | null;
  assigneeId: number | null;
  status: TicketStatus;
}

/** The members that a request gives; what it leaves out is undefined. */
export type TicketUpdate = Readonly<Partial<Details>>;

/**
 * What an update changes about a ticket; empty when all it gives is so already.
 * @throws AppError `conflict` for a status that the ticket cannot have next.
 */
export function changesOf(
  ticket: Details,
  update: TicketUpdate,
  now: Date,
): Partial<Details> & Partial<Move> {
  const changed = Object.entries(update).filter(
    ([name, value]) => value !== undefined && value !== ticket[name as keyof Details],
  );
  const changes: Partial<Details> = Object.fromEntries(changed);
  return { ...changes, ...(changes.status && move(ticket.status, changes.status, now)) };
}
