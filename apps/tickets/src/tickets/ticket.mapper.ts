import type { Ticket } from '@chat/contracts/tickets';
import type { Listed } from '@chat/lists';
import { toNullableTimestamp, toTimestamp } from '@chat/service-kit';
import type { TicketTypeEntity } from '../ticket-types/ticket-type.entity';
import type { TicketEntity } from './ticket.entity';

export function toTicket(
  ticket: TicketEntity | Listed<TicketEntity>,
  { id, key, name }: TicketTypeEntity,
): Ticket {
  return {
    id: ticket.id,
    number: ticket.number,
    subject: ticket.subject,
    description: ticket.description,
    status: ticket.status,
    type: { id, key, name },
    contact_id: ticket.contactId,
    conversation_id: ticket.conversationId,
    assignee_id: ticket.assigneeId,
    csat: ticket.csatRating === null ? null : { rating: ticket.csatRating, comment: ticket.csatComment },
    resolved_at: toNullableTimestamp(ticket.resolvedAt),
    closed_at: toNullableTimestamp(ticket.closedAt),
    created_at: toTimestamp(ticket.createdAt),
    updated_at: toTimestamp(ticket.updatedAt),
  };
}
