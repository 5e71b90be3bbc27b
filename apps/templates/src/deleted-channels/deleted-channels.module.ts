import { Module } from '@nestjs/common';
import { TemplatesModule } from '../templates/templates.module';
import { ChannelPurgeService } from './channel-purge.service';
import { DeletedChannelsController } from './deleted-channels.controller';

@Module({
  imports: [TemplatesModule],
  controllers: [DeletedChannelsController],
  providers: [ChannelPurgeService],
})
export class DeletedChannelsModule {}
