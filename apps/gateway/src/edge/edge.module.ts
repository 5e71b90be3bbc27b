import { Module } from '@nestjs/common';
import { ClientAddresses } from '@chat/http-edge';
import { CONFIG } from '@chat/service-kit';
import type { GatewayConfig } from '../config';
import { CredentialsModule } from '../credentials/credentials.module';
import { OAuthModule } from '../oauth/oauth.module';
import { RateLimitModule } from '../rate-limit/rate-limit.module';
import { SessionsModule } from '../sessions/sessions.module';
import { UploadsModule } from '../uploads/uploads.module';
import { Admission } from './admission';
import { HttpServer } from './http-server';
import { SurfaceServices } from './surface-services';

const clientAddresses = {
  provide: ClientAddresses,
  useFactory: ({ TRUSTED_PROXY_HOPS }: GatewayConfig) => new ClientAddresses(TRUSTED_PROXY_HOPS),
  inject: [CONFIG],
};

@Module({
  imports: [CredentialsModule, OAuthModule, RateLimitModule, SessionsModule, UploadsModule],
  providers: [clientAddresses, Admission, HttpServer, SurfaceServices],
})
export class EdgeModule {}
