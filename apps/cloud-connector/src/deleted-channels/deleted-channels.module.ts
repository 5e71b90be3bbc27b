import { Module } from '@nestjs/common';
import { HistoryPartsRepository } from '../coexistence/history-parts.repository';
import { NumbersModule } from '../numbers/numbers.module';
import { ChannelPurgeService } from './channel-purge.service';

@Module({ imports: [NumbersModule], providers: [ChannelPurgeService, HistoryPartsRepository] })
export class DeletedChannelsModule {}
