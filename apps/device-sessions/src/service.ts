import { busService } from '@chat/service-kit';
import { AppModule } from './app.module';
import { loadDeviceSessionsConfig } from './config';
import { database } from './database/database';
import { sealedContents, sealedCredentials, sealedKeys } from './session-store/sealed-credentials';

/** The linked phones: one session per Device channel, each run by the one replica that holds its lease. */
export const deviceSessionsService = busService({
  name: 'device-sessions',
  loadConfig: loadDeviceSessionsConfig,
  database,
  module: AppModule,
  stopsForSuspendedAccounts: true,
  keyedColumns: [sealedCredentials, sealedKeys, sealedContents],
});
