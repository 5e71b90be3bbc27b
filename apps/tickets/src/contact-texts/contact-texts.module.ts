import { Module } from '@nestjs/common';
import { ContactEventsConsumer } from './contact-events.consumer';
import { ContactTextsRepository } from './contact-texts.repository';

@Module({ providers: [ContactTextsRepository, ContactEventsConsumer], exports: [ContactTextsRepository] })
export class ContactTextsModule {}
