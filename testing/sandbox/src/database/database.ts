import type { DatabaseDefinition } from '@chat/service-kit';
import { CreateSandbox1764000000000 } from './migrations/1764000000000-create-sandbox';
import { AddMedia1764210000000 } from './migrations/1764210000000-add-media';
import { AddOtherMessages1764100000000 } from './migrations/1764100000000-add-other-messages';
import { CreateCloud1764300000000 } from './migrations/1764300000000-create-cloud';
import { DescribeTokens1764600000000 } from './migrations/1764600000000-describe-tokens';
import { DescribeNumbers1764900000000 } from './migrations/1764900000000-describe-numbers';
import { KeepCallbackData1764911000000 } from './migrations/1764911000000-keep-callback-data';
import { RateTemplates1764910000000 } from './migrations/1764910000000-rate-templates';
import { HideNumbers1764920000000 } from './migrations/1764920000000-hide-numbers';
import { KnowPeople1764930000000 } from './migrations/1764930000000-know-people';
import { ShowAnswers1765300000000 } from './migrations/1765300000000-show-answers';

/** Has no entities: the sandbox has few tables, all written with SQL. */
export const database: DatabaseDefinition = {
  schema: 'sandbox',
  entities: [],
  migrations: [
    CreateSandbox1764000000000,
    AddOtherMessages1764100000000,
    AddMedia1764210000000,
    CreateCloud1764300000000,
    DescribeTokens1764600000000,
    DescribeNumbers1764900000000,
    RateTemplates1764910000000,
    KeepCallbackData1764911000000,
    HideNumbers1764920000000,
    KnowPeople1764930000000,
    ShowAnswers1765300000000,
  ],
};
