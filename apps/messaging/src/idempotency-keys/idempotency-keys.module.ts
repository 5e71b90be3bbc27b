import { Module } from '@nestjs/common';
import { MessagesModule } from '../messages/messages.module';
import { IdempotencyKeysService } from './idempotency-keys.service';

@Module({
  imports: [MessagesModule],
  providers: [IdempotencyKeysService],
  exports: [IdempotencyKeysService],
})
export class IdempotencyKeysModule {}
