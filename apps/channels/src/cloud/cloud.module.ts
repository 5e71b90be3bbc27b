import { Module } from '@nestjs/common';
import { ChannelsModule } from '../channels/channels.module';
import { CloudChannelsService } from './cloud-channels.service';
import { CloudClaimsService } from './cloud-claims.service';
import { CloudController } from './cloud.controller';
import { NumberEventsConsumer } from './number-events.consumer';
import { NumberStatusService } from './number-status.service';
import { NumbersClient } from './numbers.client';

@Module({
  imports: [ChannelsModule],
  controllers: [CloudController],
  providers: [
    CloudChannelsService,
    CloudClaimsService,
    NumberEventsConsumer,
    NumberStatusService,
    NumbersClient,
  ],
  exports: [CloudClaimsService, NumberStatusService, NumbersClient],
})
export class CloudModule {}
