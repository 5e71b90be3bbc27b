import { Module } from '@nestjs/common';
import { PeopleModule } from './people/people.module';
import { TicketTypesModule } from './ticket-types/ticket-types.module';
import { TicketsModule } from './tickets/tickets.module';

@Module({ imports: [TicketTypesModule, TicketsModule, PeopleModule] })
export class AppModule {}
