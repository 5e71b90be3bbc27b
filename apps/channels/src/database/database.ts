import type { DatabaseDefinition } from '@chat/service-kit';
import { ChannelEntity } from '../channels/channel.entity';
import { CreateChannels1764000000000 } from './migrations/1764000000000-create-channels';
import { CreateOnboardingSessions1764500000000 } from './migrations/1764500000000-create-onboarding-sessions';
import { AddSync1764510000000 } from './migrations/1764510000000-add-sync';
import { AddUsage1764700000000 } from './migrations/1764700000000-add-usage';
import { AddTokenExpiry1764800000000 } from './migrations/1764800000000-add-token-expiry';
import { AddDescriptions1764900000000 } from './migrations/1764900000000-add-descriptions';
import { AddLastErrorReason1764920000000 } from './migrations/1764920000000-add-last-error-reason';

export const database: DatabaseDefinition = {
  schema: 'channels',
  entities: [ChannelEntity],
  migrations: [
    CreateChannels1764000000000,
    CreateOnboardingSessions1764500000000,
    AddSync1764510000000,
    AddUsage1764700000000,
    AddTokenExpiry1764800000000,
    AddDescriptions1764900000000,
    AddLastErrorReason1764920000000,
  ],
};
