import { Module } from '@nestjs/common';
import { DeletedEndpointsRepository } from './deleted-endpoints.repository';
import { EndpointPurgeService } from './endpoint-purge.service';

@Module({ providers: [EndpointPurgeService, DeletedEndpointsRepository] })
export class DeletedEndpointsModule {}
