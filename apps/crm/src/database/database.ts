import type { DatabaseDefinition } from '@chat/service-kit';
import { ContactEntity } from '../contacts/contact.entity';
import { CreateCrm1764000000000 } from './migrations/1764000000000-create-crm';

export const database: DatabaseDefinition = {
  schema: 'crm',
  entities: [ContactEntity],
  migrations: [CreateCrm1764000000000],
};
