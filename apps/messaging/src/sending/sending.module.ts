import { Module } from '@nestjs/common';
import { AssetsModule } from '../assets/assets.module';
import { ConversationsModule } from '../conversations/conversations.module';
import { IdempotencyKeysModule } from '../idempotency-keys/idempotency-keys.module';
import { MediaModule } from '../media/media.module';
import { MessagesModule } from '../messages/messages.module';
import { ChannelsClient } from './channels.client';
import { ConnectorClient } from './connector.client';
import { ContentsService } from './contents.service';
import { DispatchService } from './dispatch.service';
import { RecipientsService } from './recipients.service';
import { SendController } from './send.controller';
import { SendService } from './send.service';
import { SendSettlementService } from './send-settlement.service';
import { UnsettledSendsRepository } from './unsettled-sends.repository';

@Module({
  imports: [AssetsModule, ConversationsModule, IdempotencyKeysModule, MediaModule, MessagesModule],
  controllers: [SendController],
  providers: [
    ChannelsClient,
    ConnectorClient,
    ContentsService,
    DispatchService,
    RecipientsService,
    SendService,
    SendSettlementService,
    UnsettledSendsRepository,
  ],
  exports: [ConnectorClient, DispatchService, RecipientsService],
})
export class SendingModule {}
