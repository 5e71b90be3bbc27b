import { Module } from '@nestjs/common';
import { DisabledEndpointsRepository } from './disabled-endpoints.repository';
import { EndDeliveriesService } from './end-deliveries.service';

@Module({ providers: [EndDeliveriesService, DisabledEndpointsRepository] })
export class DisabledEndpointsModule {}
