import { Module } from '@nestjs/common';
import { RateLimitModule } from '../rate-limit/rate-limit.module';
import { ApiKeyAuthenticator } from './api-key-authenticator';
import { CredentialCache } from './credential-cache';
import { CredentialsRepository } from './credentials.repository';
import { KeyUses } from './key-uses';
import { SecretDigests } from './secret-digests';

@Module({
  imports: [RateLimitModule],
  providers: [ApiKeyAuthenticator, CredentialCache, CredentialsRepository, KeyUses, SecretDigests],
  exports: [ApiKeyAuthenticator, SecretDigests],
})
export class CredentialsModule {}
