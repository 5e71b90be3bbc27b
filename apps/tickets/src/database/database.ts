import type { DatabaseDefinition } from '@chat/service-kit';
import { TicketTypeEntity } from '../ticket-types/ticket-type.entity';
import { TicketEntity } from '../tickets/ticket.entity';
import { CreateTickets1764000000000 } from './migrations/1764000000000-create-tickets';
import { RewriteContactTextsInBatches1764100000000 } from './migrations/1764100000000-rewrite-contact-texts-in-batches';
import { IndexConversations1764540000000 } from './migrations/1764540000000-index-conversations';
import { CountTickets1764700000000 } from './migrations/1764700000000-count-tickets';
import { IndexOutdatedTexts1764920000000 } from './migrations/1764920000000-index-outdated-texts';

export const database: DatabaseDefinition = {
  schema: 'tickets',
  entities: [TicketTypeEntity, TicketEntity],
  migrations: [
    CreateTickets1764000000000,
    RewriteContactTextsInBatches1764100000000,
    IndexConversations1764540000000,
    CountTickets1764700000000,
    IndexOutdatedTexts1764920000000,
  ],
};
