import { Module, type Type } from '@nestjs/common';
import { AssetsModule } from './assets/assets.module';
import type { Connectors } from './connectors/connectors';
import { ConnectorsModule } from './connectors/connectors.module';
import { ContactNamesModule } from './contact-names/contact-names.module';
import { ConversationsModule } from './conversations/conversations.module';
import { DeletedChannelsModule } from './deleted-channels/deleted-channels.module';
import { ErasuresModule } from './erasures/erasures.module';
import { HistoryModule } from './history/history.module';
import { InspectionModule } from './inspection/inspection.module';
import { MediaModule } from './media/media.module';
import { MessagesModule } from './messages/messages.module';
import { OptOutsModule } from './opt-outs/opt-outs.module';
import { ReadingModule } from './reading/reading.module';
import { ReceivingModule } from './receiving/receiving.module';
import { SendingModule } from './sending/sending.module';
import { TemplateSendsModule } from './template-sends/template-sends.module';

/** The root module of a service with these connectors. */
export function appModule(connectors: Connectors): Type {
  @Module({
    imports: [
      ConnectorsModule.of(connectors),
      MediaModule,
      MessagesModule,
      AssetsModule,
      ConversationsModule,
      ContactNamesModule,
      OptOutsModule,
      SendingModule,
      TemplateSendsModule,
      ReadingModule,
      ReceivingModule,
      HistoryModule,
      DeletedChannelsModule,
      ErasuresModule,
      InspectionModule,
    ],
  })
  class AppModule {}
  return AppModule;
}
