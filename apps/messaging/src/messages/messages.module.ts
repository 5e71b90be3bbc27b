import { Module } from '@nestjs/common';
import { PeopleRepository } from '../people/people.repository';
import { HandoverTimes } from './handover-times';
import { MediaUrls } from './media-urls';
import { MessageLog } from './message-log';
import { MessageJournalRepository } from './message-journal.repository';
import { MessageProgressService } from './message-progress.service';
import { MessagesController } from './messages.controller';
import { MessagesRepository } from './messages.repository';
import { MessagesService } from './messages.service';

@Module({
  controllers: [MessagesController],
  providers: [
    HandoverTimes,
    MediaUrls,
    MessagesRepository,
    MessagesService,
    MessageJournalRepository,
    MessageLog,
    MessageProgressService,
    PeopleRepository,
  ],
  exports: [HandoverTimes, MediaUrls, MessagesRepository, MessageProgressService],
})
export class MessagesModule {}
