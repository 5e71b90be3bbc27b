import { Module } from '@nestjs/common';
import { inboundBlobStoreProvider } from '@chat/media';
import { AccountUpdates } from './callbacks/account-updates';
import { NumberUpdates } from './callbacks/number-updates';
import { CallbackEffects } from './callbacks/callback-effects';
import { CallbackServer } from './callbacks/callback-server';
import { CallbacksRepository } from './callbacks/callbacks.repository';
import { CallbacksService } from './callbacks/callbacks.service';
import { InboundMessages } from './callbacks/inbound-messages';
import { OwnEntries } from './callbacks/own-entries';
import { Preferences } from './callbacks/preferences';
import { ReceivedRepository } from './callbacks/received.repository';
import { StatusReports } from './callbacks/status-reports';
import { AppContacts } from './coexistence/app-contacts';
import { HistoryCallbacks } from './coexistence/history-callbacks';
import { HistoryImportsService } from './coexistence/history-imports.service';
import { ExplainedRefusals } from './sends/explained-refusals';
import { SyncRequestsService } from './coexistence/sync-requests.service';
import { SyncsService } from './coexistence/syncs.service';
import { ChannelJobsRepository } from './deleted-channels/channel-jobs.repository';
import { ChannelPurgeService } from './deleted-channels/channel-purge.service';
import { MediaCopiesService } from './media/media-copies.service';
import { NumberFindings } from './numbers/number-findings';
import { NumbersController } from './numbers/numbers.controller';
import { NumbersRepository } from './numbers/numbers.repository';
import { DescriptionsService } from './numbers/descriptions.service';
import { NumberStatesService } from './numbers/number-states.service';
import { NumbersService } from './numbers/numbers.service';
import { OpenNumbers } from './numbers/open-numbers';
import { ProviderNumbers } from './numbers/provider-numbers';
import { RegistrationPinsRepository } from './numbers/registration-pins.repository';
import { RegistrationsService } from './numbers/registrations.service';
import { ProviderApp } from './provider-check/provider-app';
import { ProviderCheckController } from './provider-check/provider-check.controller';
import { ProviderCheckService } from './provider-check/provider-check.service';
import { ProviderCalls } from './provider/provider-calls';
import { ProviderClient } from './provider/provider-client';
import { ProviderTokens } from './provider/provider-tokens';
import { RetentionService } from './retention/retention.service';
import { HandoverService } from './sends/handover.service';
import { KnownNumbers } from './sends/known-numbers';
import { PacesService } from './sends/paces.service';
import { ReadsService } from './sends/reads.service';
import { SendsController } from './sends/sends.controller';
import { SendsRepository } from './sends/sends.repository';
import { SendFindings } from './sends/send-findings';
import { SendsService } from './sends/sends.service';
import { UploadsService } from './sends/uploads.service';
import { AbandonSignUpService } from './sign-ups/abandon-sign-up.service';
import { GrantedNumbers } from './sign-ups/granted-numbers';
import { OpenSignUps } from './sign-ups/open-sign-ups';
import { SignUpDialogService } from './sign-ups/sign-up-dialog.service';
import { SignUpsController } from './sign-ups/sign-ups.controller';
import { SignUpsRepository } from './sign-ups/sign-ups.repository';
import { SignUpsService } from './sign-ups/sign-ups.service';
import { SignsOfLifeService } from './signs-of-life/signs-of-life.service';
import { ProviderTemplatesController } from './templates/provider-templates.controller';
import { ProviderTemplatesService } from './templates/provider-templates.service';
import { InstallationService } from './installation/installation.service';
import { TemplateUpdates } from './templates/template-updates';
import { TokenChecksService } from './tokens/token-checks.service';

/** Everything that the service consists of. */
@Module({
  controllers: [
    NumbersController,
    ProviderCheckController,
    ProviderTemplatesController,
    SendsController,
    SignUpsController,
  ],
  providers: [
    AbandonSignUpService,
    AccountUpdates,
    NumberUpdates,
    AppContacts,
    CallbackEffects,
    CallbackServer,
    CallbacksRepository,
    CallbacksService,
    ChannelPurgeService,
    GrantedNumbers,
    HandoverService,
    HistoryCallbacks,
    HistoryImportsService,
    ChannelJobsRepository,
    InboundMessages,
    KnownNumbers,
    MediaCopiesService,
    NumberFindings,
    NumbersRepository,
    NumbersService,
    NumberStatesService,
    DescriptionsService,
    OpenNumbers,
    OpenSignUps,
    OwnEntries,
    PacesService,
    Preferences,
    ProviderApp,
    ProviderCalls,
    ProviderCheckService,
    ProviderClient,
    ProviderNumbers,
    ProviderTemplatesService,
    ProviderTokens,
    ReadsService,
    ReceivedRepository,
    RegistrationPinsRepository,
    RegistrationsService,
    RetentionService,
    SendsRepository,
    SendFindings,
    SendsService,
    SignUpDialogService,
    SignUpsRepository,
    SignUpsService,
    SignsOfLifeService,
    StatusReports,
    ExplainedRefusals,
    SyncRequestsService,
    SyncsService,
    InstallationService,
    TemplateUpdates,
    TokenChecksService,
    UploadsService,
    inboundBlobStoreProvider,
  ],
})
export class AppModule {}
