import { busService } from '@chat/service-kit';
import { AppModule } from './app.module';
import { loadGatewayConfig } from './config';
import { keyedAppDigest, keyedDigest, keyedFormerDigest } from './credentials/keyed-digest';
import { sealedTotpSecret } from './second-factors/sealed-totp-secret';
import { database } from './database/database';

/** The HTTP edge of the API, and its authentication: accounts, plans and API keys. */
export const gatewayService = busService({
  name: 'gateway',
  loadConfig: loadGatewayConfig,
  database,
  module: AppModule,
  keyedColumns: [keyedDigest, keyedFormerDigest, keyedAppDigest, sealedTotpSecret],
});
