import { Module } from '@nestjs/common';
import { DispatchModule } from '../dispatch/dispatch.module';
import { EndpointsModule } from '../endpoints/endpoints.module';
import { ProbePolicyModule } from '../probes/probe-policy.module';
import { DeliveriesController } from './deliveries.controller';
import { DeliveriesRepository } from './deliveries.repository';
import { DeliveryLogRepository } from './delivery-log.repository';
import { DeliveryLogService } from './delivery-log.service';
import { EventsConsumer } from './events.consumer';
import { ResendsService } from './resends.service';

@Module({
  imports: [EndpointsModule, DispatchModule, ProbePolicyModule],
  controllers: [DeliveriesController],
  providers: [
    EventsConsumer,
    DeliveriesRepository,
    DeliveryLogRepository,
    DeliveryLogService,
    ResendsService,
  ],
  exports: [DeliveriesRepository],
})
export class DeliveriesModule {}
