import type { DatabaseDefinition } from '@chat/service-kit';
import { TicketTypeEntity } from '../ticket-types/ticket-type.entity';
import { TicketEntity } from '../tickets/ticket.entity';
import { CreateTickets1764000000000 } from './migrations/1764000000000-create-tickets';

export const database: DatabaseDefinition = {
  schema: 'tickets',
  entities: [TicketTypeEntity, TicketEntity],
  migrations: [CreateTickets1764000000000],
};
