import { Module } from '@nestjs/common';
import { ChannelEventsConsumer } from './channel-events.consumer';
import { ChannelPurge } from './channel-purge.service';
import { DeletedChannelsController } from './deleted-channels.controller';
import { DeletedChannelsRepository } from './deleted-channels.repository';

@Module({
  controllers: [DeletedChannelsController],
  providers: [ChannelEventsConsumer, ChannelPurge, DeletedChannelsRepository],
})
export class DeletedChannelsModule {}
