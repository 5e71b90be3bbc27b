import { Module } from '@nestjs/common';
import { TicketTypesController } from './ticket-types.controller';
import { TicketTypesRepository } from './ticket-types.repository';
import { TicketTypesService } from './ticket-types.service';

@Module({
  controllers: [TicketTypesController],
  providers: [TicketTypesService, TicketTypesRepository],
  exports: [TicketTypesRepository],
})
export class TicketTypesModule {}
