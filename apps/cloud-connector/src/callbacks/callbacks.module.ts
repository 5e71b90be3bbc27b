import { Module } from '@nestjs/common';
import { CoexistenceModule } from '../coexistence/coexistence.module';
import { NumbersModule } from '../numbers/numbers.module';
import { TemplatesModule } from '../templates/templates.module';
import { SignsOfLifeModule } from '../signs-of-life/signs-of-life.module';
import { AccountUpdates } from './account-updates';
import { CallbackEffects } from './callback-effects';
import { CallbackServer } from './callback-server';
import { CallbacksRepository } from './callbacks.repository';
import { CallbacksService } from './callbacks.service';
import { InboundMessages } from './inbound-messages';
import { Preferences } from './preferences';
import { ReceivedRepository } from './received.repository';
import { StatusReports } from './status-reports';

@Module({
  imports: [CoexistenceModule, NumbersModule, SignsOfLifeModule, TemplatesModule],
  providers: [
    AccountUpdates,
    CallbackEffects,
    CallbackServer,
    CallbacksRepository,
    CallbacksService,
    InboundMessages,
    Preferences,
    ReceivedRepository,
    StatusReports,
  ],
})
export class CallbacksModule {}
