import { busService } from '@chat/service-kit';
import { AppModule } from './app.module';
import { loadChannelsConfig } from './config';
import { database } from './database/database';

/** Channels, their status machine, the quota, the default, and the hosted onboarding of numbers on the cloud. */
export const channelsService = busService({
  name: 'channels',
  loadConfig: loadChannelsConfig,
  database,
  module: AppModule,
});
