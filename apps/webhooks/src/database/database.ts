import type { DatabaseDefinition } from '@chat/service-kit';
import { EndpointEntity } from '../endpoints/endpoint.entity';
import { CreateWebhooks1764000000000 } from './migrations/1764000000000-create-webhooks';

export const database: DatabaseDefinition = {
  schema: 'webhooks',
  entities: [EndpointEntity],
  migrations: [CreateWebhooks1764000000000],
};
