import { Module } from '@nestjs/common';
import { ChannelPurgeService } from './channel-purge.service';
import { DeletedChannelsController } from './deleted-channels.controller';

@Module({ controllers: [DeletedChannelsController], providers: [ChannelPurgeService] })
export class DeletedChannelsModule {}
