import { busService } from '@chat/service-kit';
import { AppModule } from './app.module';
import { loadWebhooksConfig } from './config';
import { database } from './database/database';
import { countedEndpoints, countedRecoveries } from './limits';
import { retiredSecret, sealedSecret } from './endpoints/sealed-secret';

/** Endpoints that clients register, and the signed, durable delivery of events to them. */
export const webhooksService = busService({
  name: 'webhooks',
  loadConfig: loadWebhooksConfig,
  database,
  module: AppModule,
  limits: [countedEndpoints, countedRecoveries],
  stopsForSuspendedAccounts: true,
  keyedColumns: [sealedSecret, retiredSecret],
});
