import { Module } from '@nestjs/common';
import { MessagesModule } from '../messages/messages.module';
import { DeviceEventsConsumer } from './device-events.consumer';

@Module({ imports: [MessagesModule], providers: [DeviceEventsConsumer] })
export class ReceivingModule {}
