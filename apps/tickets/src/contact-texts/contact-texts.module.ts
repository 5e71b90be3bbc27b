import { Module } from '@nestjs/common';
import { ContactEventsConsumer } from './contact-events.consumer';
import { ContactRewritesRepository } from './contact-rewrites.repository';
import { ContactRewritesService } from './contact-rewrites.service';
import { ContactTextsRepository } from './contact-texts.repository';

@Module({
  providers: [
    ContactTextsRepository,
    ContactRewritesRepository,
    ContactRewritesService,
    ContactEventsConsumer,
  ],
  exports: [ContactTextsRepository],
})
export class ContactTextsModule {}
