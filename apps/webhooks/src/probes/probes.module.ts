import { Module } from '@nestjs/common';
import { DeliveriesModule } from '../deliveries/deliveries.module';
import { DispatchModule } from '../dispatch/dispatch.module';
import { EndpointsModule } from '../endpoints/endpoints.module';
import { ProbePolicyModule } from './probe-policy.module';
import { ProbesController } from './probes.controller';
import { ProbesService } from './probes.service';

@Module({
  imports: [EndpointsModule, DispatchModule, DeliveriesModule, ProbePolicyModule],
  controllers: [ProbesController],
  providers: [ProbesService],
})
export class ProbesModule {}
