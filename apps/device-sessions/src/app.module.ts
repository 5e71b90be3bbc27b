import { Module } from '@nestjs/common';
import { inboundBlobStoreProvider } from '@chat/media';
import { CONFIG } from '@chat/service-kit';
import type { DeviceSessionsConfig } from './config';
import { ChannelPurgeService } from './deleted-channels/channel-purge.service';
import { DeviceEngines } from './engines/device-engines';
import { SimulatedEngine } from './engines/simulated-engine';
import { ErasuresController } from './erasures/erasures.controller';
import { PersonRecordsRepository } from './erasures/person-records.repository';
import { InboundRepository } from './inbound/inbound.repository';
import { InboundService } from './inbound/inbound.service';
import { MediaCopiesService } from './inbound/media-copies.service';
import { PeopleRepository } from './people/people.repository';
import { PeopleService } from './people/people.service';
import { TypingController } from './typing/typing.controller';
import { TypingService } from './typing/typing.service';
import { ReadsController } from './reads/reads.controller';
import { ReadsRepository } from './reads/reads.repository';
import { ReadsService } from './reads/reads.service';
import { RenewalsController } from './renewals/renewals.controller';
import { RetentionService } from './retention/retention.service';
import { SendPreparation } from './sends/send-preparation';
import { SendsController } from './sends/sends.controller';
import { SendsRepository } from './sends/sends.repository';
import { SendsService } from './sends/sends.service';
import { UploadsService } from './sends/uploads.service';
import { HeldSessionFactory } from './sessions/held-session.factory';
import { LeasesRepository } from './sessions/leases.repository';
import { LeasesService } from './sessions/leases.service';
import { SessionsController } from './sessions/sessions.controller';
import { SentContents } from './session-store/sent-contents';
import { SessionKeysRepository } from './session-store/session-keys.repository';
import { SessionKeys } from './session-store/session-keys.service';
import { SessionsRepository } from './session-store/sessions.repository';
import { SessionsService } from './sessions/sessions.service';
import { SignsOfLifeService } from './signs-of-life/signs-of-life.service';

/** Everything that the service consists of. */
@Module({
  controllers: [
    ErasuresController,
    ReadsController,
    RenewalsController,
    SendsController,
    SessionsController,
    TypingController,
  ],
  providers: [
    ChannelPurgeService,
    HeldSessionFactory,
    InboundRepository,
    InboundService,
    LeasesRepository,
    LeasesService,
    MediaCopiesService,
    PeopleRepository,
    PeopleService,
    PersonRecordsRepository,
    ReadsRepository,
    ReadsService,
    TypingService,
    RetentionService,
    SendPreparation,
    SendsRepository,
    SendsService,
    SessionKeys,
    SessionKeysRepository,
    SessionsRepository,
    SentContents,
    SessionsService,
    SignsOfLifeService,
    UploadsService,
    inboundBlobStoreProvider,
    SimulatedEngine,
    {
      provide: DeviceEngines,
      useFactory: ({ engines, DEVICE_ENGINE }: DeviceSessionsConfig, simulated: SimulatedEngine) => {
        const installed = [...engines].map(([name, create]) => [name, create()] as const);
        return new DeviceEngines({ simulated, ...Object.fromEntries(installed) }, DEVICE_ENGINE);
      },
      inject: [CONFIG, SimulatedEngine],
    },
  ],
})
export class AppModule {}
