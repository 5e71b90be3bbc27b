import { Module } from '@nestjs/common';
import { EndpointsModule } from '../endpoints/endpoints.module';
import { AttemptRecorder } from './attempt-recorder';
import { DispatchRepository } from './dispatch.repository';
import { Dispatcher } from './dispatcher';
import { Sender } from './sender';

@Module({
  imports: [EndpointsModule],
  providers: [Dispatcher, Sender, AttemptRecorder, DispatchRepository],
  exports: [Dispatcher],
})
export class DispatchModule {}
