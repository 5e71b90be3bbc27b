import { Module } from '@nestjs/common';
import { ChannelPurgeService } from './channel-purge.service';

@Module({ providers: [ChannelPurgeService] })
export class DeletedChannelsModule {}
