import { Module } from '@nestjs/common';
import { IdempotencyKeysModule } from '../idempotency-keys/idempotency-keys.module';
import { MediaModule } from '../media/media.module';
import { ChannelPurgeService } from './channel-purge.service';
import { DeletedChannelsController } from './deleted-channels.controller';

@Module({
  imports: [IdempotencyKeysModule, MediaModule],
  controllers: [DeletedChannelsController],
  providers: [ChannelPurgeService],
})
export class DeletedChannelsModule {}
