import type { DatabaseDefinition } from '@chat/service-kit';
import { CreateDeviceSessions1764000000000 } from './migrations/1764000000000-create-device-sessions';
import { IndexRecordAges1764240000000 } from './migrations/1764240000000-index-record-ages';
import { AddLastErrorReason1764920000000 } from './migrations/1764920000000-add-last-error-reason';
import { NameEngines1764925000000 } from './migrations/1764925000000-name-engines';
import { KeepKeysAndPeople1764930000000 } from './migrations/1764930000000-keep-keys-and-people';
import { MarkRestoredSessions1765200000000 } from './migrations/1765200000000-mark-restored-sessions';

/** Has no entities: every write is fenced or decided by a constraint, in SQL of the repositories. */
export const database: DatabaseDefinition = {
  schema: 'device_sessions',
  entities: [],
  migrations: [
    CreateDeviceSessions1764000000000,
    IndexRecordAges1764240000000,
    AddLastErrorReason1764920000000,
    NameEngines1764925000000,
    KeepKeysAndPeople1764930000000,
    MarkRestoredSessions1765200000000,
  ],
};
