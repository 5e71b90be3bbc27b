import { Module } from '@nestjs/common';
import { ContactListsRepository } from './contact-lists.repository';
import { ContactsController } from './contacts.controller';
import { ContactsRepository } from './contacts.repository';
import { ContactsService } from './contacts.service';

@Module({
  controllers: [ContactsController],
  providers: [ContactsService, ContactsRepository, ContactListsRepository],
})
export class ContactsModule {}
