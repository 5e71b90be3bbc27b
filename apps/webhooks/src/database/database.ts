import type { DatabaseDefinition } from '@chat/service-kit';
import { EndpointEntity } from '../endpoints/endpoint.entity';
import { CreateWebhooks1764000000000 } from './migrations/1764000000000-create-webhooks';
import { AddLanes1764100000000 } from './migrations/1764100000000-add-lanes';
import { AddTraces1764200000000 } from './migrations/1764200000000-add-traces';
import { MakeRoomForClaims1764300000000 } from './migrations/1764300000000-make-room-for-claims';
import { DropDeliveryEventKey1764400000000 } from './migrations/1764400000000-drop-delivery-event-key';
import { AddEndpointCreators1764500000000 } from './migrations/1764500000000-add-endpoint-creators';
import { AddUsage1764700000000 } from './migrations/1764700000000-add-usage';
import { SharePayloads1764800000000 } from './migrations/1764800000000-share-payloads';
import { AddProvenEndpoints1765941000000 } from './migrations/1765941000000-add-proven-endpoints';

export const database: DatabaseDefinition = {
  schema: 'webhooks',
  entities: [EndpointEntity],
  migrations: [
    CreateWebhooks1764000000000,
    AddLanes1764100000000,
    AddTraces1764200000000,
    MakeRoomForClaims1764300000000,
    DropDeliveryEventKey1764400000000,
    AddEndpointCreators1764500000000,
    AddUsage1764700000000,
    SharePayloads1764800000000,
    AddProvenEndpoints1765941000000,
  ],
};
