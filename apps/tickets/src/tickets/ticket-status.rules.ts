import { ticketMoves, type TicketStatus } from '@chat/contracts/tickets';
import { AppError } from '@chat/errors';

/** The effect of a status change on a ticket. */
export interface Move {
  status: TicketStatus;
  resolvedAt?: Date | null;
  closedAt?: Date | null;
}

const anyOf = new Intl.ListFormat('en', { type: 'disjunction' });

/** @throws AppError `conflict` with the possible next statuses. */
export function move(from: TicketStatus, to: TicketStatus, now: Date): Move {
  if (!ticketMoves[from].includes(to)) {
    throw new AppError('conflict', {
      message: `A ticket that is ${from} cannot become ${to}. It can become ${anyOf.format(ticketMoves[from])}.`,
    });
  }
  return { status: to, ...timesOfMove(to, now) };
}

/** A ticket closed after it was resolved keeps both times; a reopened one has neither. */
function timesOfMove(to: TicketStatus, now: Date): Omit<Move, 'status'> {
  switch (to) {
    case 'resolved':
      return { resolvedAt: now };
    case 'closed':
      return { closedAt: now };
    case 'reopened':
      return { resolvedAt: null, closedAt: null };
    case 'open':
    case 'in_progress':
    case 'waiting_customer':
      return {};
  }
}
