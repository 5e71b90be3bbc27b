import { Module } from '@nestjs/common';
import { ProviderCalls } from './provider-calls';
import { ProviderClient } from './provider-client';
import { ProviderTokens } from './provider-tokens';

@Module({
  providers: [ProviderCalls, ProviderClient, ProviderTokens],
  exports: [ProviderCalls, ProviderClient, ProviderTokens],
})
export class ProviderModule {}
