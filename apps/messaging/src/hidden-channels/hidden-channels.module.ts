import { Module } from '@nestjs/common';
import { ChannelEventsConsumer } from './channel-events.consumer';
import { ChannelPurge } from './channel-purge.service';
import { HiddenChannelsController } from './hidden-channels.controller';
import { HiddenChannelsRepository } from './hidden-channels.repository';

@Module({
  controllers: [HiddenChannelsController],
  providers: [HiddenChannelsRepository, ChannelPurge, ChannelEventsConsumer],
})
export class HiddenChannelsModule {}
