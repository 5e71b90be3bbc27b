import type { DatabaseDefinition } from '@chat/service-kit';
import { AccountEntity } from '../accounts/account.entity';
import { ApiKeyEntity } from '../api-keys/api-key.entity';
import { DeveloperAppEntity } from '../developer-apps/developer-app.entity';
import { UserEntity } from '../users/user.entity';
import { CreateGateway1764000000000 } from './migrations/1764000000000-create-gateway';
import { CreateUsers1764100000000 } from './migrations/1764100000000-create-users';
import { CreateUploads1764200000000 } from './migrations/1764200000000-create-uploads';
import { VersionKeyDigests1764300000000 } from './migrations/1764300000000-version-key-digests';
import { RotateApiKeys1764410000000 } from './migrations/1764410000000-rotate-api-keys';
import { AddManualProbes1764420000000 } from './migrations/1764420000000-add-manual-probes';
import { CreateDeveloperApps1764430000000 } from './migrations/1764430000000-create-developer-apps';
import { CreateSessionsAndGrants1764440000000 } from './migrations/1764440000000-create-sessions-and-grants';
import { IndexOAuthParents1764450000000 } from './migrations/1764450000000-index-oauth-parents';
import { FollowClockBack1764460000000 } from './migrations/1764460000000-follow-clock-back';
import { AnnounceEndedGrants1764470000000 } from './migrations/1764470000000-announce-ended-grants';
import { RetainDigestKeys1764480000000 } from './migrations/1764480000000-retain-digest-keys';
import { SuspendAccounts1764490000000 } from './migrations/1764490000000-suspend-accounts';
import { SaltSuccessorsOfTokens1764620000000 } from './migrations/1764620000000-salt-successors-of-tokens';
import { SlowGuesses1764621000000 } from './migrations/1764621000000-slow-guesses';
import { GivePeopleRoles1765400000000 } from './migrations/1765400000000-give-people-roles';
import { ShowSessions1765410000000 } from './migrations/1765410000000-show-sessions';
import { NameApiKeys1765420000000 } from './migrations/1765420000000-name-api-keys';
import { CreatePersonLinks1765430000000 } from './migrations/1765430000000-create-person-links';
import { AddSecondFactors1765440000000 } from './migrations/1765440000000-add-second-factors';
import { AddOperators1765450000000 } from './migrations/1765450000000-add-operators';
import { CreateAuditEntries1765800000000 } from './migrations/1765800000000-create-audit-entries';
import { CreateRequests1765810000000 } from './migrations/1765810000000-create-requests';
import { ShareSignIns1765900000000 } from './migrations/1765900000000-share-sign-ins';
import { CountStreamsTogether1765910000000 } from './migrations/1765910000000-count-streams-together';
import { BindTokensToResources1765940000000 } from './migrations/1765940000000-bind-tokens-to-resources';
import { LetAgentsIn1765940100000 } from './migrations/1765940100000-let-agents-in';

export const database: DatabaseDefinition = {
  schema: 'gateway',
  entities: [AccountEntity, ApiKeyEntity, DeveloperAppEntity, UserEntity],
  migrations: [
    CreateGateway1764000000000,
    CreateUsers1764100000000,
    CreateUploads1764200000000,
    VersionKeyDigests1764300000000,
    RotateApiKeys1764410000000,
    AddManualProbes1764420000000,
    CreateDeveloperApps1764430000000,
    CreateSessionsAndGrants1764440000000,
    IndexOAuthParents1764450000000,
    FollowClockBack1764460000000,
    AnnounceEndedGrants1764470000000,
    RetainDigestKeys1764480000000,
    SuspendAccounts1764490000000,
    SaltSuccessorsOfTokens1764620000000,
    SlowGuesses1764621000000,
    GivePeopleRoles1765400000000,
    ShowSessions1765410000000,
    NameApiKeys1765420000000,
    CreatePersonLinks1765430000000,
    AddSecondFactors1765440000000,
    AddOperators1765450000000,
    CreateAuditEntries1765800000000,
    CreateRequests1765810000000,
    ShareSignIns1765900000000,
    CountStreamsTogether1765910000000,
    BindTokensToResources1765940000000,
    LetAgentsIn1765940100000,
  ],
};
