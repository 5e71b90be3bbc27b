import { Module } from '@nestjs/common';
import { DeletedEndpointsRepository } from './deleted-endpoints.repository';
import { EndpointPurge } from './endpoint-purge.service';

@Module({ providers: [EndpointPurge, DeletedEndpointsRepository] })
export class DeletedEndpointsModule {}
