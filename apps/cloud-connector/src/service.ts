import { busService } from '@chat/service-kit';
import { AppModule } from './app.module';
import { loadCloudConnectorConfig } from './config';
import { database } from './database/database';
import { sealedCredentials } from './numbers/sealed-credentials';
import { sealedPins } from './numbers/sealed-pins';
import { sealedSignUps } from './sign-ups/sealed-sign-ups';

/** The numbers on the provider's cloud: sends through them, and the provider's callbacks. */
export const cloudConnectorService = busService({
  name: 'cloud-connector',
  loadConfig: loadCloudConnectorConfig,
  database,
  module: AppModule,
  stopsForSuspendedAccounts: true,
  keyedColumns: [sealedCredentials, sealedSignUps, sealedPins],
});
