import { busService, loadConfig } from '@chat/service-kit';
import { AppModule } from './app.module';
import { database } from './database/database';

/** The address book of each account. It has no settings of its own. */
export const crmService = busService({
  name: 'crm',
  loadConfig: (environment) => loadConfig({}, environment),
  database,
  module: AppModule,
  limits: [{ limit: 'contacts', table: 'contacts' }],
});
