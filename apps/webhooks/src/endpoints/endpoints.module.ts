import { Module } from '@nestjs/common';
import { EndedGrantsRepository } from './ended-grants.repository';
import { EndpointSecrets } from './endpoint-secrets';
import { EndpointsController } from './endpoints.controller';
import { EndpointsRepository } from './endpoints.repository';
import { EndpointsService } from './endpoints.service';
import { GrantEndsConsumer } from './grant-ends.consumer';

@Module({
  controllers: [EndpointsController],
  providers: [
    EndpointsService,
    EndpointsRepository,
    EndpointSecrets,
    EndedGrantsRepository,
    GrantEndsConsumer,
  ],
  exports: [EndpointsRepository, EndpointSecrets],
})
export class EndpointsModule {}
