import { Module } from '@nestjs/common';
import { ChannelsModule } from '../channels/channels.module';
import { ConnectionsService } from './connections.service';
import { DeviceSessionsClient } from './device-sessions.client';
import { LinksController } from './links.controller';
import { LinksService } from './links.service';
import { RefusedLinksService } from './refused-links.service';
import { SessionEventsConsumer } from './session-events.consumer';

@Module({
  imports: [ChannelsModule],
  controllers: [LinksController],
  providers: [
    LinksService,
    ConnectionsService,
    DeviceSessionsClient,
    SessionEventsConsumer,
    RefusedLinksService,
  ],
  exports: [LinksService, ConnectionsService, DeviceSessionsClient],
})
export class LinksModule {}
