import { Module } from '@nestjs/common';
import { ContactNamesModule } from './contact-names/contact-names.module';
import { ConversationsModule } from './conversations/conversations.module';
import { HiddenChannelsModule } from './hidden-channels/hidden-channels.module';
import { MessagesModule } from './messages/messages.module';
import { ReceivingModule } from './receiving/receiving.module';
import { SendingModule } from './sending/sending.module';

@Module({
  imports: [
    MessagesModule,
    ConversationsModule,
    ContactNamesModule,
    SendingModule,
    ReceivingModule,
    HiddenChannelsModule,
  ],
})
export class AppModule {}
