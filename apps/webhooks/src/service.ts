import { busService } from '@chat/service-kit';
import { AppModule } from './app.module';
import { loadWebhooksConfig } from './config';
import { database } from './database/database';
import { retiredSecret, sealedSecret } from './endpoints/sealed-secret';

/** Endpoints that clients register, and the signed, durable delivery of events to them. */
export const webhooksService = busService({
  name: 'webhooks',
  loadConfig: loadWebhooksConfig,
  database,
  module: AppModule,
  limits: [
    { limit: 'webhooks', rows: 'FROM webhooks.endpoints WHERE account_id = $1 AND deleted_at IS NULL' },
  ],
  stopsForSuspendedAccounts: true,
  keyedColumns: [sealedSecret, retiredSecret],
});
