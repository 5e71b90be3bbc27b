import { Module } from '@nestjs/common';
import { ContactsModule } from '../contacts/contacts.module';
import { ErasureClients } from './erasure-clients';
import { ErasureSteps } from './erasure-steps';
import { ErasuresController } from './erasures.controller';
import { ErasuresRepository } from './erasures.repository';
import { ErasuresService } from './erasures.service';
import { EventStream } from './event-stream';

@Module({
  imports: [ContactsModule],
  controllers: [ErasuresController],
  providers: [ErasureClients, ErasureSteps, ErasuresRepository, ErasuresService, EventStream],
})
export class ErasuresModule {}
