import { Module } from '@nestjs/common';
import { RateLimitModule } from '../rate-limit/rate-limit.module';
import { AccessTokenAuthenticator } from './access-token-authenticator';
import { AccessTokensRepository } from './access-tokens.repository';
import { ApiKeyAuthenticator } from './api-key-authenticator';
import { CredentialsRepository } from './credentials.repository';
import { KeyUses } from './key-uses';
import { SecretDigests } from './secret-digests';

@Module({
  imports: [RateLimitModule],
  providers: [
    AccessTokenAuthenticator,
    AccessTokensRepository,
    ApiKeyAuthenticator,
    CredentialsRepository,
    KeyUses,
    SecretDigests,
  ],
  exports: [AccessTokenAuthenticator, ApiKeyAuthenticator, SecretDigests],
})
export class CredentialsModule {}
