import { Module } from '@nestjs/common';
import { DispatchModule } from '../dispatch/dispatch.module';
import { EndpointsModule } from '../endpoints/endpoints.module';
import { DeliveriesRepository } from './deliveries.repository';
import { EventsConsumer } from './events.consumer';
import { PurgeRepository } from './purge.repository';
import { Purger } from './purger';

@Module({
  imports: [EndpointsModule, DispatchModule],
  providers: [EventsConsumer, DeliveriesRepository, Purger, PurgeRepository],
})
export class DeliveriesModule {}
