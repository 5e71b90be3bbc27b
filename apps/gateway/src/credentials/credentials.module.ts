import { Module } from '@nestjs/common';
import { Authenticator } from './authenticator';
import { CredentialCache } from './credential-cache';
import { CredentialsRepository } from './credentials.repository';
import { SecretDigests } from './secret-digests';

@Module({
  providers: [Authenticator, CredentialCache, CredentialsRepository, SecretDigests],
  exports: [Authenticator, SecretDigests],
})
export class CredentialsModule {}
