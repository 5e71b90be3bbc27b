import { Module } from '@nestjs/common';
import { DispatchModule } from '../dispatch/dispatch.module';
import { EndpointsModule } from '../endpoints/endpoints.module';
import { DeliveriesRepository } from './deliveries.repository';
import { EventsConsumer } from './events.consumer';

@Module({
  imports: [EndpointsModule, DispatchModule],
  providers: [EventsConsumer, DeliveriesRepository],
})
export class DeliveriesModule {}
