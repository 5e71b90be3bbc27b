import { eventType } from '..';
import { TicketEventData, TicketStatusChangedData } from './ticket.dto';

export const ticketCreated = eventType({
  type: 'ticket.created',
  summary: 'A ticket was opened',
  subject: 'evt.tickets.ticket.created',
  data: TicketEventData,
  webhook: true,
});

export const ticketStatusChanged = eventType({
  type: 'ticket.status_changed',
  summary: 'The status of a ticket changed',
  subject: 'evt.tickets.ticket.status-changed',
  data: TicketStatusChangedData,
  example: { ticket: { status: 'in_progress' } },
  webhook: true,
});
