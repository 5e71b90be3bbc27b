import { Module } from '@nestjs/common';
import { MessagesModule } from '../messages/messages.module';
import { ConnectorEventsConsumer } from './connector-events.consumer';

@Module({ imports: [MessagesModule], providers: [ConnectorEventsConsumer] })
export class ReceivingModule {}
