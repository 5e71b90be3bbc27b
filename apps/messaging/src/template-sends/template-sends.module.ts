import { Module } from '@nestjs/common';
import { blobStoreProvider } from '@chat/blob-store';
import { IdempotencyKeysModule } from '../idempotency-keys/idempotency-keys.module';
import { MediaModule } from '../media/media.module';
import { OptOutsModule } from '../opt-outs/opt-outs.module';
import { SendingModule } from '../sending/sending.module';
import { HeaderMediaService } from './header-media.service';
import { TemplateSendController } from './template-send.controller';
import { TemplateSendService } from './template-send.service';
import { TemplatesClient } from './templates.client';

@Module({
  imports: [IdempotencyKeysModule, MediaModule, OptOutsModule, SendingModule],
  controllers: [TemplateSendController],
  providers: [blobStoreProvider, HeaderMediaService, TemplateSendService, TemplatesClient],
})
export class TemplateSendsModule {}
