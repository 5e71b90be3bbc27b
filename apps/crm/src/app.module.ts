import { Module } from '@nestjs/common';
import { AppContactsConsumer } from './app-contacts/app-contacts.consumer';
import { AppContactsRepository } from './app-contacts/app-contacts.repository';
import { AppContactsService } from './app-contacts/app-contacts.service';
import { ContactsController } from './contacts/contacts.controller';
import { ContactsRepository } from './contacts/contacts.repository';
import { ContactsService } from './contacts/contacts.service';
import { ErasureClients } from './erasures/erasure-clients';
import { ErasureSteps } from './erasures/erasure-steps';
import { ErasuresController } from './erasures/erasures.controller';
import { ErasuresRepository } from './erasures/erasures.repository';
import { ErasuresService } from './erasures/erasures.service';
import { EventStream } from './erasures/event-stream';
import { OutdatedTextsService } from './contacts/outdated-texts.service';
import { WritersClient } from './contacts/writers.client';
import { OptOutsConsumer } from './contacts/opt-outs.consumer';
import { OptOutsRepository } from './opt-outs/opt-outs.repository';

/** Everything that the service consists of. */
@Module({
  controllers: [ContactsController, ErasuresController],
  providers: [
    AppContactsConsumer,
    AppContactsRepository,
    AppContactsService,
    ContactsRepository,
    ContactsService,
    ErasureClients,
    ErasureSteps,
    ErasuresRepository,
    ErasuresService,
    EventStream,
    OptOutsConsumer,
    OptOutsRepository,
    OutdatedTextsService,
    WritersClient,
  ],
})
export class AppModule {}
