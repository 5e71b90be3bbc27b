import { Module } from '@nestjs/common';
import { ChannelsController } from './channels.controller';
import { ChannelsRepository } from './channels.repository';
import { ChannelsService } from './channels.service';
import { QuotasRepository } from './quotas.repository';

@Module({
  controllers: [ChannelsController],
  providers: [ChannelsService, ChannelsRepository, QuotasRepository],
  exports: [ChannelsRepository, QuotasRepository],
})
export class ChannelsModule {}
