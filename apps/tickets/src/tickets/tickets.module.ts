import { Module } from '@nestjs/common';
import { ContactTextsModule } from '../contact-texts/contact-texts.module';
import { TicketTypesModule } from '../ticket-types/ticket-types.module';
import { TicketNumbersRepository } from './ticket-numbers.repository';
import { TicketReferences } from './ticket-references';
import { TicketsController } from './tickets.controller';
import { TicketsRepository } from './tickets.repository';
import { TicketsService } from './tickets.service';

@Module({
  imports: [TicketTypesModule, ContactTextsModule],
  controllers: [TicketsController],
  providers: [TicketsService, TicketsRepository, TicketNumbersRepository, TicketReferences],
})
export class TicketsModule {}
