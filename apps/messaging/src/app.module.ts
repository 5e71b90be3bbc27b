import { Module } from '@nestjs/common';
import { ContactNamesModule } from './contact-names/contact-names.module';
import { ConversationsModule } from './conversations/conversations.module';
import { DeletedChannelsModule } from './deleted-channels/deleted-channels.module';
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
    DeletedChannelsModule,
  ],
})
export class AppModule {}
