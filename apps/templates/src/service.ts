import { busService } from '@chat/service-kit';
import { AppModule } from './app.module';
import { loadTemplatesConfig } from './config';
import { database } from './database/database';
import { countedKeys, countedTemplates } from './limits';

/** The templates of Cloud channels: their creation, their status at the provider, and what a send needs to know. */
export const templatesService = busService({
  name: 'templates',
  loadConfig: loadTemplatesConfig,
  database,
  module: AppModule,
  limits: [countedTemplates, countedKeys],
});
