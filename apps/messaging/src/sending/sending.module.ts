import { Module } from '@nestjs/common';
import { MessagesModule } from '../messages/messages.module';
import { DeviceConnector } from './device-connector';
import { SendController } from './send.controller';
import { SendService } from './send.service';
import { SendSettlementService } from './send-settlement.service';
import { UnsettledSendsRepository } from './unsettled-sends.repository';

@Module({
  imports: [MessagesModule],
  controllers: [SendController],
  providers: [SendService, SendSettlementService, DeviceConnector, UnsettledSendsRepository],
})
export class SendingModule {}
