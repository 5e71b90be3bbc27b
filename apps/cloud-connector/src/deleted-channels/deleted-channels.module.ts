import { Module } from '@nestjs/common';
import { NumbersModule } from '../numbers/numbers.module';
import { ChannelPurgeService } from './channel-purge.service';

@Module({ imports: [NumbersModule], providers: [ChannelPurgeService] })
export class DeletedChannelsModule {}
