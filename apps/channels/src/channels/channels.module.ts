import { Module } from '@nestjs/common';
import { ChannelRemovalService } from './channel-removal.service';
import { ChannelsController } from './channels.controller';
import { ChannelsRepository } from './channels.repository';
import { ChannelsService } from './channels.service';
import { QuotasRepository } from './quotas.repository';

@Module({
  controllers: [ChannelsController],
  providers: [ChannelRemovalService, ChannelsService, ChannelsRepository, QuotasRepository],
  exports: [ChannelRemovalService, ChannelsRepository, QuotasRepository],
})
export class ChannelsModule {}
