import { Module } from '@nestjs/common';
import { ContactEventsConsumer } from './contact-events.consumer';
import { ContactNamesRepository } from './contact-names.repository';

@Module({ providers: [ContactNamesRepository, ContactEventsConsumer] })
export class ContactNamesModule {}
