import { Module } from '@nestjs/common';
import { EndpointsModule } from '../endpoints/endpoints.module';
import { AttemptLog } from './attempt-log';
import { AttemptRecorder } from './attempt-recorder';
import { Attempts } from './attempts';
import { BacklogMetrics } from './backlog-metrics';
import { DisabledEndpoints } from './disabled-endpoints';
import { DispatchRepository } from './dispatch.repository';
import { Dispatcher } from './dispatcher';
import { OutcomesRepository } from './outcomes.repository';
import { Sender } from './sender';

@Module({
  imports: [EndpointsModule],
  providers: [
    Dispatcher,
    Attempts,
    Sender,
    AttemptLog,
    AttemptRecorder,
    BacklogMetrics,
    DisabledEndpoints,
    DispatchRepository,
    OutcomesRepository,
  ],
  exports: [Dispatcher, Sender],
})
export class DispatchModule {}
