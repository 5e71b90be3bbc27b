import { Module } from '@nestjs/common';
import { CallbacksModule } from './callbacks/callbacks.module';
import { DeletedChannelsModule } from './deleted-channels/deleted-channels.module';
import { MediaModule } from './media/media.module';
import { NumbersModule } from './numbers/numbers.module';
import { RetentionModule } from './retention/retention.module';
import { SendsModule } from './sends/sends.module';
import { SignUpsModule } from './sign-ups/sign-ups.module';
import { TemplatesModule } from './templates/templates.module';

@Module({
  imports: [
    CallbacksModule,
    DeletedChannelsModule,
    MediaModule,
    NumbersModule,
    RetentionModule,
    SendsModule,
    SignUpsModule,
    TemplatesModule,
  ],
})
export class AppModule {}
