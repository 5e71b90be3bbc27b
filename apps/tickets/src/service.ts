import { busService, loadConfig } from '@chat/service-kit';
import { AppModule } from './app.module';
import { database } from './database/database';

/** The customer tickets of each account. It has no settings of its own. */
export const ticketsService = busService({
  name: 'tickets',
  loadConfig: (environment) => loadConfig({}, environment),
  database,
  module: AppModule,
  limits: [{ limit: 'tickets', table: 'tickets' }],
});
