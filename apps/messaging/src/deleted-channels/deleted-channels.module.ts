import { Module } from '@nestjs/common';
import { MediaModule } from '../media/media.module';
import { ChannelPurgeService } from './channel-purge.service';
import { DeletedChannelsController } from './deleted-channels.controller';

@Module({
  imports: [MediaModule],
  controllers: [DeletedChannelsController],
  providers: [ChannelPurgeService],
})
export class DeletedChannelsModule {}
