import { Module } from '@nestjs/common';
import { MediaModule } from '../media/media.module';
import { PeopleRepository } from '../people/people.repository';
import { HistoryController } from './history.controller';
import { HistoryRepository } from './history.repository';
import { HistoryService } from './history.service';

@Module({
  imports: [MediaModule],
  controllers: [HistoryController],
  providers: [HistoryRepository, HistoryService, PeopleRepository],
})
export class HistoryModule {}
