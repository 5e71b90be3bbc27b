import { Module } from '@nestjs/common';
import { PeopleRepository } from '../people/people.repository';
import { MediaUrls } from './media-urls';
import { MessageJournalRepository } from './message-journal.repository';
import { MessageProgressService } from './message-progress.service';
import { MessagesController } from './messages.controller';
import { MessagesRepository } from './messages.repository';
import { MessagesService } from './messages.service';

@Module({
  controllers: [MessagesController],
  providers: [
    MediaUrls,
    MessagesRepository,
    MessagesService,
    MessageJournalRepository,
    MessageProgressService,
    PeopleRepository,
  ],
  exports: [MediaUrls, MessagesRepository, MessageProgressService],
})
export class MessagesModule {}
