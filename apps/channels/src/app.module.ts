import { Module } from '@nestjs/common';
import { ChannelRemovalService } from './channels/channel-removal.service';
import { ChannelsController } from './channels/channels.controller';
import { ChannelsRepository } from './channels/channels.repository';
import { ChannelsService } from './channels/channels.service';
import { QuotasRepository } from './channels/quotas.repository';
import { CloudChannelsService } from './cloud/cloud-channels.service';
import { CloudClaimsService } from './cloud/cloud-claims.service';
import { CloudController } from './cloud/cloud.controller';
import { NumberEventsConsumer } from './cloud/number-events.consumer';
import { NumberStatusService } from './cloud/number-status.service';
import { NumbersClient } from './cloud/numbers.client';
import { TokenNoticesService } from './cloud/token-notices.service';
import { CreationService } from './lifecycle/creation.service';
import { DeletionService } from './lifecycle/deletion.service';
import { LifecycleController } from './lifecycle/lifecycle.controller';
import { ConnectionsService } from './links/connections.service';
import { DeviceSessionsClient } from './links/device-sessions.client';
import { LinksController } from './links/links.controller';
import { LinksService } from './links/links.service';
import { RefusedLinksService } from './links/refused-links.service';
import { SessionEventsConsumer } from './links/session-events.consumer';
import { OnboardingEndService } from './onboarding/onboarding-end.service';
import { OnboardingSessionsRepository } from './onboarding/onboarding-sessions.repository';
import { OnboardingVisitsService } from './onboarding/onboarding-visits.service';
import { OnboardingController } from './onboarding/onboarding.controller';
import { OnboardingService } from './onboarding/onboarding.service';
import { SignUpsClient } from './onboarding/sign-ups.client';
import { SurveyController } from './survey/survey.controller';
import { SurveyRepository } from './survey/survey.repository';

/** Everything that the service consists of. */
@Module({
  controllers: [
    SurveyController,
    ChannelsController,
    CloudController,
    LifecycleController,
    LinksController,
    OnboardingController,
  ],
  providers: [
    SurveyRepository,
    ChannelRemovalService,
    ChannelsRepository,
    ChannelsService,
    CloudChannelsService,
    CloudClaimsService,
    ConnectionsService,
    CreationService,
    DeletionService,
    DeviceSessionsClient,
    LinksService,
    NumberEventsConsumer,
    NumberStatusService,
    NumbersClient,
    OnboardingEndService,
    OnboardingService,
    OnboardingSessionsRepository,
    OnboardingVisitsService,
    QuotasRepository,
    RefusedLinksService,
    SessionEventsConsumer,
    SignUpsClient,
    TokenNoticesService,
  ],
})
export class AppModule {}
