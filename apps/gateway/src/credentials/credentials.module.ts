import { Module } from '@nestjs/common';
import { ApiKeyAuthenticator } from './api-key-authenticator';
import { CredentialCache } from './credential-cache';
import { CredentialsRepository } from './credentials.repository';
import { SecretDigests } from './secret-digests';

@Module({
  providers: [ApiKeyAuthenticator, CredentialCache, CredentialsRepository, SecretDigests],
  exports: [ApiKeyAuthenticator, SecretDigests],
})
export class CredentialsModule {}
