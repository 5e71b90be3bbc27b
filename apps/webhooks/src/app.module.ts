import { Module } from '@nestjs/common';
import { ChannelPurgeService } from './deleted-channels/channel-purge.service';
import { DeletedEndpointsRepository } from './deleted-endpoints/deleted-endpoints.repository';
import { EndpointPurgeService } from './deleted-endpoints/endpoint-purge.service';
import { DeliveriesController } from './deliveries/deliveries.controller';
import { DeliveriesRepository } from './deliveries/deliveries.repository';
import { DeliveryLogRepository } from './deliveries/delivery-log.repository';
import { DeliveryLogService } from './deliveries/delivery-log.service';
import { EventsConsumer } from './deliveries/events.consumer';
import { ResendsService } from './deliveries/resends.service';
import { DisabledEndpointsRepository } from './disabled-endpoints/disabled-endpoints.repository';
import { EndDeliveriesService } from './disabled-endpoints/end-deliveries.service';
import { AttemptRecorder } from './attempts/attempt-recorder';
import { ResultsRepository } from './attempts/results.repository';
import { BacklogMetrics } from './lanes/backlog-metrics';
import { Capacity } from './dispatch/capacity';
import { ClaimedDeliveries } from './dispatch/claimed-deliveries';
import { DispatchRepository } from './dispatch/dispatch.repository';
import { Dispatcher } from './dispatch/dispatcher';
import { HeldLanes } from './dispatch/held-lanes';
import { OutcomesRepository } from './attempts/outcomes.repository';
import { Sender } from './attempts/sender';
import { RightOfWay } from './dispatch/right-of-way';
import { EndpointSecrets } from './endpoints/endpoint-secrets';
import { EndpointsController } from './endpoints/endpoints.controller';
import { EndpointsRepository } from './endpoints/endpoints.repository';
import { EndpointsService } from './endpoints/endpoints.service';
import { SharedPayloadsRepository } from './payloads/shared-payloads.repository';
import { PeopleController } from './people/people.controller';
import { PeopleService } from './people/people.service';
import { PersonDeliveriesRepository } from './people/person-deliveries.repository';
import { ProbePolicy } from './probe-policy/probe-policy';
import { ProbesController } from './probes/probes.controller';
import { ProbesService } from './probes/probes.service';
import { RetentionRepository } from './retention/retention.repository';
import { RetentionService } from './retention/retention.service';
import { InspectionController } from './inspection/inspection.controller';
import { InspectionService } from './inspection/inspection.service';
import { InspectionsRepository } from './inspection/inspections.repository';
import { AttemptLog } from './attempts/attempt-log';
import { DisabledEndpointsService } from './disabled-endpoints/disabled-endpoints.service';
import { EndedGrantsRepository } from './endpoints/ended-grants.repository';
import { Resumptions } from './suspended-accounts/resumptions';
import { GrantEndsConsumer } from './endpoints/grant-ends.consumer';

/** Everything that the service consists of. */
@Module({
  controllers: [
    InspectionController,
    DeliveriesController,
    EndpointsController,
    PeopleController,
    ProbesController,
  ],
  providers: [
    GrantEndsConsumer,
    HeldLanes,
    EndedGrantsRepository,
    DisabledEndpointsService,
    AttemptLog,
    InspectionsRepository,
    InspectionService,
    AttemptRecorder,
    BacklogMetrics,
    Capacity,
    ChannelPurgeService,
    ClaimedDeliveries,
    DeletedEndpointsRepository,
    DeliveriesRepository,
    DeliveryLogRepository,
    DeliveryLogService,
    DisabledEndpointsRepository,
    DispatchRepository,
    Dispatcher,
    EndDeliveriesService,
    EndpointPurgeService,
    EndpointSecrets,
    EndpointsRepository,
    EndpointsService,
    EventsConsumer,
    OutcomesRepository,
    PeopleService,
    PersonDeliveriesRepository,
    ProbePolicy,
    ProbesService,
    ResendsService,
    Resumptions,
    RetentionRepository,
    RetentionService,
    ResultsRepository,
    RightOfWay,
    Sender,
    SharedPayloadsRepository,
  ],
})
export class AppModule {}
