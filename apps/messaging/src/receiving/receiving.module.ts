import { Module } from '@nestjs/common';
import { MediaModule } from '../media/media.module';
import { MessagesModule } from '../messages/messages.module';
import { ConnectorEventsConsumer } from './connector-events.consumer';

@Module({ imports: [MediaModule, MessagesModule], providers: [ConnectorEventsConsumer] })
export class ReceivingModule {}
