import { messagingUse } from '@chat/contracts/bus-use';
import { busService, type BusService } from '@chat/service-kit';
import { appModule } from './app.module';
import { loadMessagingConfig } from './config';
import { connectors, connectorsOf, type Connectors } from './connectors/connectors';
import { database } from './database/database';
import { countedKeys, countedMedia, countedReceipts } from './limits';

/** The service with these connectors. */
export function messagingWith(connectors: Connectors): BusService {
  return busService({
    name: 'messaging',
    loadConfig: loadMessagingConfig,
    database,
    module: appModule(connectors),
    stopsForSuspendedAccounts: true,
    limits: [countedMedia, countedKeys, countedReceipts],
    busUse: messagingUse(connectorsOf(connectors)),
  });
}

/** The only writer of messages and conversations, for all kinds of channels. */
export const messagingService = messagingWith(connectors);
