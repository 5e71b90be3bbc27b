import { Module } from '@nestjs/common';
import { ConversationsModule } from '../conversations/conversations.module';
import { SendingModule } from '../sending/sending.module';
import { ReadingController } from './reading.controller';
import { ReadingRepository } from './reading.repository';
import { ReadingService } from './reading.service';

@Module({
  imports: [ConversationsModule, SendingModule],
  controllers: [ReadingController],
  providers: [ReadingRepository, ReadingService],
})
export class ReadingModule {}
