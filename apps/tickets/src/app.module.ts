import { Module } from '@nestjs/common';
import { TicketTypesModule } from './ticket-types/ticket-types.module';
import { TicketsModule } from './tickets/tickets.module';

@Module({ imports: [TicketTypesModule, TicketsModule] })
export class AppModule {}
