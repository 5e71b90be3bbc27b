import type { DatabaseDefinition } from '@chat/service-kit';
import { CreateTemplates1764330000000 } from './migrations/1764330000000-create-templates';
import { AbandonSamples1764593000000 } from './migrations/1764593000000-abandon-samples';
import { AddUsage1764700000000 } from './migrations/1764700000000-add-usage';
import { AddOutdatedAndQuality1764910000000 } from './migrations/1764910000000-add-outdated-and-quality';

/** Has no entities: the repositories change rows in SQL, with locks and conditions. */
export const database: DatabaseDefinition = {
  schema: 'templates',
  entities: [],
  migrations: [
    CreateTemplates1764330000000,
    AbandonSamples1764593000000,
    AddUsage1764700000000,
    AddOutdatedAndQuality1764910000000,
  ],
};
