import { eventType } from '..';
import { TicketEventData, TicketStatusChangedData } from './ticket.dto';

export const ticketCreated = eventType({
  type: 'ticket.created',
  subject: 'evt.tickets.ticket.created',
  data: TicketEventData,
  webhook: true,
});

export const ticketStatusChanged = eventType({
  type: 'ticket.status_changed',
  subject: 'evt.tickets.ticket.status-changed',
  data: TicketStatusChangedData,
  webhook: true,
});
