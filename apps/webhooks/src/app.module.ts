import { Module } from '@nestjs/common';
import { DeletedChannelsModule } from './deleted-channels/deleted-channels.module';
import { DeletedEndpointsModule } from './deleted-endpoints/deleted-endpoints.module';
import { DeliveriesModule } from './deliveries/deliveries.module';
import { DispatchModule } from './dispatch/dispatch.module';
import { EndpointsModule } from './endpoints/endpoints.module';

/** The pipeline: clients register endpoints, events become deliveries to them, the dispatcher sends these. */
@Module({
  imports: [EndpointsModule, DeliveriesModule, DispatchModule, DeletedChannelsModule, DeletedEndpointsModule],
})
export class AppModule {}
