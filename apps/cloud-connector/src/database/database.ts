import type { DatabaseDefinition } from '@chat/service-kit';
import { CreateCloudConnector1764300000000 } from './migrations/1764300000000-create-cloud-connector';
import { CreateSignUps1764500000000 } from './migrations/1764500000000-create-sign-ups';
import { IndexRecordAges1764510000000 } from './migrations/1764510000000-index-record-ages';
import { AddSync1764520000000 } from './migrations/1764520000000-add-sync';
import { CreateRegistrationPins1764560000000 } from './migrations/1764560000000-create-registration-pins';
import { AddNumberStateAt1764561000000 } from './migrations/1764561000000-add-number-state-at';
import { AddTokenExpiry1764800000000 } from './migrations/1764800000000-add-token-expiry';
import { AddDescriptions1764900000000 } from './migrations/1764900000000-add-descriptions';
import { CreateInstallation1764911000000 } from './migrations/1764911000000-create-installation';
import { AddLastErrorReason1764920000000 } from './migrations/1764920000000-add-last-error-reason';

/** Has no entities: every write is decided by a constraint or a lock, in SQL of the repositories. */
export const database: DatabaseDefinition = {
  schema: 'cloud_connector',
  entities: [],
  migrations: [
    CreateCloudConnector1764300000000,
    CreateSignUps1764500000000,
    IndexRecordAges1764510000000,
    AddSync1764520000000,
    CreateRegistrationPins1764560000000,
    AddNumberStateAt1764561000000,
    AddTokenExpiry1764800000000,
    AddDescriptions1764900000000,
    CreateInstallation1764911000000,
    AddLastErrorReason1764920000000,
  ],
};
