import { Module } from '@nestjs/common';
import { AppContactsConsumer } from '../app-contacts/app-contacts.consumer';
import { AppContactsRepository } from '../app-contacts/app-contacts.repository';
import { AppContactsService } from '../app-contacts/app-contacts.service';
import { ContactsController } from './contacts.controller';
import { ContactsRepository } from './contacts.repository';
import { ContactsService } from './contacts.service';
import { OptOutsConsumer } from '../opt-outs/opt-outs.consumer';
import { OptOutsRepository } from '../opt-outs/opt-outs.repository';

@Module({
  controllers: [ContactsController],
  providers: [
    AppContactsConsumer,
    AppContactsRepository,
    AppContactsService,
    ContactsRepository,
    ContactsService,
    OptOutsConsumer,
    OptOutsRepository,
  ],
  exports: [ContactsRepository, ContactsService],
})
export class ContactsModule {}
