import { busService, loadConfig } from '@chat/service-kit';
import { AppModule } from './app.module';
import { database } from './database/database';

/** Channels, their status machine, the quota and the default. It has no settings of its own. */
export const channelsService = busService({
  name: 'channels',
  loadConfig: (environment) => loadConfig({}, environment),
  database,
  module: AppModule,
});
