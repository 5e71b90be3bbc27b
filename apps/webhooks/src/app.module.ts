import { Module } from '@nestjs/common';
import { DeletedChannelsModule } from './deleted-channels/deleted-channels.module';
import { DeletedEndpointsModule } from './deleted-endpoints/deleted-endpoints.module';
import { DeliveriesModule } from './deliveries/deliveries.module';
import { DisabledEndpointsModule } from './disabled-endpoints/disabled-endpoints.module';
import { DispatchModule } from './dispatch/dispatch.module';
import { EndpointsModule } from './endpoints/endpoints.module';
import { InspectionModule } from './inspection/inspection.module';
import { PeopleModule } from './people/people.module';
import { ProbesModule } from './probes/probes.module';
import { RetentionModule } from './retention/retention.module';

/** Clients register endpoints, events become deliveries to them, and the dispatcher sends the deliveries. */
@Module({
  imports: [
    EndpointsModule,
    DeliveriesModule,
    DispatchModule,
    ProbesModule,
    DisabledEndpointsModule,
    DeletedChannelsModule,
    DeletedEndpointsModule,
    RetentionModule,
    PeopleModule,
    InspectionModule,
  ],
})
export class AppModule {}
