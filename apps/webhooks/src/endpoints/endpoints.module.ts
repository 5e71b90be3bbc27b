import { Module } from '@nestjs/common';
import { EndpointSecrets } from './endpoint-secrets';
import { EndpointsController } from './endpoints.controller';
import { EndpointsRepository } from './endpoints.repository';
import { EndpointsService } from './endpoints.service';

@Module({
  controllers: [EndpointsController],
  providers: [EndpointsService, EndpointsRepository, EndpointSecrets],
  exports: [EndpointsRepository, EndpointSecrets],
})
export class EndpointsModule {}
