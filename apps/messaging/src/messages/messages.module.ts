import { Module } from '@nestjs/common';
import { MessageJournal } from './message-journal.repository';
import { MessageProgress } from './message-progress.service';
import { MessagesController } from './messages.controller';
import { MessagesRepository } from './messages.repository';
import { MessagesService } from './messages.service';

@Module({
  controllers: [MessagesController],
  providers: [MessagesRepository, MessagesService, MessageJournal, MessageProgress],
  exports: [MessageJournal, MessageProgress],
})
export class MessagesModule {}
