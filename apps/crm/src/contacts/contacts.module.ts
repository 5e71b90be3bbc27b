import { Module } from '@nestjs/common';
import { ContactsController } from './contacts.controller';
import { ContactsRepository } from './contacts.repository';
import { ContactsService } from './contacts.service';
import { OptOutsConsumer } from '../opt-outs/opt-outs.consumer';
import { OptOutsRepository } from '../opt-outs/opt-outs.repository';

@Module({
  controllers: [ContactsController],
  providers: [ContactsService, ContactsRepository, OptOutsConsumer, OptOutsRepository],
})
export class ContactsModule {}
