import { busService } from '@chat/service-kit';
import { AppModule } from './app.module';
import { loadChannelsConfig } from './config';
import { database } from './database/database';
import { countedSessions } from './limits';

/** Channels and their status machine, the quota, the default channel, and hosted onboarding of Cloud numbers. */
export const channelsService = busService({
  name: 'channels',
  loadConfig: loadChannelsConfig,
  database,
  module: AppModule,
  limits: [countedSessions],
});
