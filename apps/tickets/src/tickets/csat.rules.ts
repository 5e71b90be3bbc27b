import type { TicketStatus } from '@chat/contracts/tickets';
import { AppError } from '@chat/errors';

/** @throws AppError `conflict` unless the ticket is resolved or closed and has no rating yet. */
export function requireRatable(ticket: { status: TicketStatus; csatRating: number | null }): void {
  if (ticket.csatRating !== null) {
    throw new AppError('conflict', {
      message: 'The ticket already has a rating. A ticket can be rated only once.',
    });
  }
  if (ticket.status !== 'resolved' && ticket.status !== 'closed') {
    throw new AppError('conflict', {
      message: `A ticket that is ${ticket.status} cannot be rated. Resolve or close it first.`,
    });
  }
}
