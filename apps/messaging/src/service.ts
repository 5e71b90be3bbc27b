import { busService } from '@chat/service-kit';
import { AppModule } from './app.module';
import { loadMessagingConfig } from './config';
import { database } from './database/database';

/** The only writer of messages and conversations, whoever sends or receives them. */
export const messagingService = busService({
  name: 'messaging',
  loadConfig: loadMessagingConfig,
  database,
  module: AppModule,
});
