import { Module } from '@nestjs/common';
import { ChannelEventsConsumer } from './channel-events.consumer';
import { ChannelPurge } from './channel-purge.service';
import { DeletedChannelsRepository } from './deleted-channels.repository';

@Module({ providers: [ChannelEventsConsumer, ChannelPurge, DeletedChannelsRepository] })
export class DeletedChannelsModule {}
