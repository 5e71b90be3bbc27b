import { Module } from '@nestjs/common';
import { blobStoreProvider } from '@chat/media';
import { ClientAddresses } from '@chat/http-edge';
import { CONFIG } from '@chat/service-kit';
import { AccountsController } from './accounts/accounts.controller';
import { AccountsRepository } from './accounts/accounts.repository';
import { AccountsService } from './accounts/accounts.service';
import { LimitsConsumer } from './accounts/limits.consumer';
import { OwnApiKeysController } from './api-keys/own-api-keys.controller';
import { ApiKeysController } from './api-keys/api-keys.controller';
import { ApiKeysRepository } from './api-keys/api-keys.repository';
import { ApiKeysService } from './api-keys/api-keys.service';
import { ToolCalls } from './agent-tools/tool-calls.service';
import { AuditController } from './audit/audit.controller';
import { AuditEntriesRepository } from './audit/audit-entries.repository';
import { AuditService } from './audit/audit.service';
import type { GatewayConfig } from './config';
import { AccessTokenAuthenticator } from './credentials/access-token-authenticator';
import { AccessTokensRepository } from './credentials/access-tokens.repository';
import { ApiKeyAuthenticator } from './credentials/api-key-authenticator';
import { CredentialsRepository } from './credentials/credentials.repository';
import { KeyUses } from './credentials/key-uses';
import { SessionAuthenticator } from './credentials/session-authenticator';
import { SignedInPeopleRepository } from './credentials/signed-in-people.repository';
import { SecretDigests } from './credentials/secret-digests';
import { OwnDeveloperAppsController } from './developer-apps/own-developer-apps.controller';
import { DeveloperAppsController } from './developer-apps/developer-apps.controller';
import { DeveloperAppsRepository } from './developer-apps/developer-apps.repository';
import { DeveloperAppsService } from './developer-apps/developer-apps.service';
import { Admission } from './edge/admission';
import { ConsoleServices } from './surfaces/console/console-services';
import { SessionAdmission } from './surfaces/console/session-admission';
import { HttpServer } from './server/http-server';
import { MediaDownloads } from './downloads/media-downloads';
import { ApiServices } from './edge/api-services';
import { HostedServices } from './edge/hosted-services';
import { GrantsController } from './grants/grants.controller';
import { GrantsRepository } from './grants/grants.repository';
import { LiveEvents } from './live/live-events';
import { OpenStreamsRepository } from './live/open-streams.repository';
import { StreamSlots } from './live/stream-slots';
import { MessageExplanationsController } from './message-explanations/message-explanations.controller';
import { MessageExplanationsService } from './message-explanations/message-explanations.service';
import { OwnAccountController } from './own-account/own-account.controller';
import { OwnAccountService } from './own-account/own-account.service';
import { AuthorizationsService } from './oauth/authorizations.service';
import { ClientAuthenticator } from './oauth/client-authenticator';
import { FamiliesRepository } from './oauth/families.repository';
import { OAuthSweep } from './oauth/oauth-sweep';
import { TokensService } from './oauth/tokens.service';
import { InstallationController } from './operators/installation.controller';
import { InstallationService } from './operators/installation.service';
import { MeController } from './people/me.controller';
import { MeService } from './people/me.service';
import { PeopleController } from './people/people.controller';
import { PeopleService } from './people/people.service';
import { Proofs } from './people/proofs';
import { PersonExports } from './person-exports/person-exports.service';
import { PersonLinksController } from './person-links/person-links.controller';
import { PersonLinksRepository } from './person-links/person-links.repository';
import { PersonLinksService } from './person-links/person-links.service';
import { HostedLimits } from './rate-limit/hosted-limits';
import { RateLimiter } from './rate-limit/rate-limiter';
import { RateWindowsRepository } from './rate-limit/rate-windows.repository';
import { UnauthenticatedLimits } from './rate-limit/unauthenticated-limits';
import { SecondFactorsRepository } from './second-factors/second-factors.repository';
import { SecondFactors } from './second-factors/second-factors.service';
import { GuessLimits } from './sessions/guess-limits';
import { GuessesRepository } from './guesses/guesses.repository';
import { Passwords } from './sessions/passwords';
import { SessionsRepository } from './sessions/sessions.repository';
import { SignInsRepository } from './sign-ins/sign-ins.repository';
import { SessionsSweep } from './sessions/sessions-sweep';
import { SessionsService } from './sessions/sessions.service';
import { UploadSweepService } from './uploads/upload-sweep.service';
import { UploadsRepository } from './uploads/uploads.repository';
import { UploadsService } from './uploads/uploads.service';
import { UsersController } from './users/users.controller';
import { UsersRepository } from './users/users.repository';
import { UsersService } from './users/users.service';
import { GrantEnds } from './grants/grant-ends';
import { RequestCountsController } from './rate-limit/request-counts.controller';
import { RequestsInFlight } from './rate-limit/requests-in-flight';
import { RequestLog } from './request-log/request-log';
import { RequestsController } from './request-log/requests.controller';
import { RequestsRepository } from './request-log/requests.repository';

const clientAddresses = {
  provide: ClientAddresses,
  useFactory: ({ TRUSTED_PROXY_HOPS }: GatewayConfig) => new ClientAddresses(TRUSTED_PROXY_HOPS),
  inject: [CONFIG],
};

/** Everything that the service consists of. */
@Module({
  controllers: [
    RequestCountsController,
    AccountsController,
    RequestsController,
    OwnAccountController,
    ApiKeysController,
    AuditController,
    DeveloperAppsController,
    GrantsController,
    InstallationController,
    MeController,
    MessageExplanationsController,
    OwnApiKeysController,
    OwnDeveloperAppsController,
    PeopleController,
    PersonLinksController,
    UsersController,
  ],
  providers: [
    GrantEnds,
    AccessTokenAuthenticator,
    AccessTokensRepository,
    AccountsRepository,
    AccountsService,
    Admission,
    ApiKeyAuthenticator,
    ApiKeysRepository,
    ApiKeysService,
    ApiServices,
    AuditEntriesRepository,
    AuditService,
    AuthorizationsService,
    ClientAuthenticator,
    ConsoleServices,
    CredentialsRepository,
    DeveloperAppsRepository,
    DeveloperAppsService,
    FamiliesRepository,
    GrantsRepository,
    GuessLimits,
    GuessesRepository,
    HostedLimits,
    HostedServices,
    HttpServer,
    KeyUses,
    LimitsConsumer,
    InstallationService,
    LiveEvents,
    MeService,
    MediaDownloads,
    MessageExplanationsService,
    OAuthSweep,
    OpenStreamsRepository,
    OwnAccountService,
    Passwords,
    PeopleService,
    PersonExports,
    PersonLinksRepository,
    PersonLinksService,
    Proofs,
    RateLimiter,
    RateWindowsRepository,
    RequestLog,
    RequestsInFlight,
    RequestsRepository,
    SecondFactors,
    SecondFactorsRepository,
    SecretDigests,
    SessionAdmission,
    SessionAuthenticator,
    SessionsRepository,
    SignInsRepository,
    SessionsService,
    SessionsSweep,
    SignedInPeopleRepository,
    UnauthenticatedLimits,
    StreamSlots,
    TokensService,
    ToolCalls,
    UploadSweepService,
    UploadsRepository,
    UploadsService,
    UsersRepository,
    UsersService,
    blobStoreProvider,
    clientAddresses,
  ],
})
export class AppModule {}
