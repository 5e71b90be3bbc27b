import { busService } from '@chat/service-kit';
import { AppModule } from './app.module';
import { loadTemplatesConfig } from './config';
import { database } from './database/database';

/** The templates of Cloud channels: how they come to be, what the provider makes of them, and what a send must know. */
export const templatesService = busService({
  name: 'templates',
  loadConfig: loadTemplatesConfig,
  database,
  module: AppModule,
});
