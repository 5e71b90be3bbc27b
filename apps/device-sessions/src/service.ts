import { busService, type BusService } from '@chat/service-kit';
import { AppModule } from './app.module';
import { loadDeviceSessionsConfig } from './config';
import { database } from './database/database';
import type { EnginePackage } from './engines/engine-package';
import { sealedContents, sealedCredentials, sealedKeys } from './session-store/sealed-credentials';

/**
 * The linked phones: one session per Device channel, each run by the one replica that holds its lease.
 * @param packages the engines that a program brings along.
 */
export function deviceSessionsWith(...packages: EnginePackage[]): BusService {
  return busService({
    name: 'device-sessions',
    loadConfig: (environment) => loadDeviceSessionsConfig(environment, packages),
    database,
    module: AppModule,
    stopsForSuspendedAccounts: true,
    keyedColumns: [sealedCredentials, sealedKeys, sealedContents],
  });
}

/** The service with the simulated engine alone. */
export const deviceSessionsService = deviceSessionsWith();
