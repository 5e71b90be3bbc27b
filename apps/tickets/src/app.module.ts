import { Module } from '@nestjs/common';
import { ContactEventsConsumer } from './contact-texts/contact-events.consumer';
import { ContactRewritesRepository } from './contact-texts/contact-rewrites.repository';
import { ContactRewritesService } from './contact-texts/contact-rewrites.service';
import { ContactTextsRepository } from './contact-texts/contact-texts.repository';
import { OutdatedTextsService } from './outdated-texts/outdated-texts.service';
import { PeopleController } from './people/people.controller';
import { PeopleService } from './people/people.service';
import { PersonTicketsRepository } from './people/person-tickets.repository';
import { TicketTypesController } from './ticket-types/ticket-types.controller';
import { TicketTypesRepository } from './ticket-types/ticket-types.repository';
import { TicketTypesService } from './ticket-types/ticket-types.service';
import { MergedConversationsConsumer } from './tickets/merged-conversations.consumer';
import { TicketNumbersRepository } from './tickets/ticket-numbers.repository';
import { TicketReferences } from './tickets/ticket-references';
import { TicketsController } from './tickets/tickets.controller';
import { TicketsRepository } from './tickets/tickets.repository';
import { TicketsService } from './tickets/tickets.service';

/** Everything that the service consists of. */
@Module({
  controllers: [PeopleController, TicketTypesController, TicketsController],
  providers: [
    ContactEventsConsumer,
    ContactRewritesRepository,
    ContactRewritesService,
    ContactTextsRepository,
    MergedConversationsConsumer,
    OutdatedTextsService,
    PeopleService,
    PersonTicketsRepository,
    TicketNumbersRepository,
    TicketReferences,
    TicketTypesRepository,
    TicketTypesService,
    TicketsRepository,
    TicketsService,
  ],
})
export class AppModule {}
