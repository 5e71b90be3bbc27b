import { Module } from '@nestjs/common';
import { CredentialsModule } from '../credentials/credentials.module';
import { DeveloperAppsModule } from '../developer-apps/developer-apps.module';
import { GrantsModule } from '../grants/grants.module';
import { SessionsModule } from '../sessions/sessions.module';
import { AuthorizationsService } from './authorizations.service';
import { ClientAuthenticator } from './client-authenticator';
import { FamiliesRepository } from './families.repository';
import { OAuthSweep } from './oauth-sweep';
import { TokensService } from './tokens.service';

@Module({
  imports: [CredentialsModule, DeveloperAppsModule, GrantsModule, SessionsModule],
  providers: [AuthorizationsService, ClientAuthenticator, FamiliesRepository, OAuthSweep, TokensService],
  exports: [AuthorizationsService, ClientAuthenticator, TokensService],
})
export class OAuthModule {}
