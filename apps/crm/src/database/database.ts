import type { DatabaseDefinition } from '@chat/service-kit';
import { ContactEntity } from '../contacts/contact.entity';
import { CreateCrm1764000000000 } from './migrations/1764000000000-create-crm';
import { AddNationalNumber1764100000000 } from './migrations/1764100000000-add-national-number';
import { FasterSearchTerms1764200000000 } from './migrations/1764200000000-faster-search-terms';
import { CreateOptOuts1764310000000 } from './migrations/1764310000000-create-opt-outs';
import { CreateAppContacts1764400000000 } from './migrations/1764400000000-create-app-contacts';
import { CreateErasures1764540000000 } from './migrations/1764540000000-create-erasures';
import { SeparateOptOuts1764590000000 } from './migrations/1764590000000-separate-opt-outs';
import { CountContacts1764700000000 } from './migrations/1764700000000-count-contacts';
import { IndexOutdatedTexts1764920000000 } from './migrations/1764920000000-index-outdated-texts';

export const database: DatabaseDefinition = {
  schema: 'crm',
  entities: [ContactEntity],
  migrations: [
    CreateCrm1764000000000,
    AddNationalNumber1764100000000,
    FasterSearchTerms1764200000000,
    CreateOptOuts1764310000000,
    CreateAppContacts1764400000000,
    CreateErasures1764540000000,
    SeparateOptOuts1764590000000,
    CountContacts1764700000000,
    IndexOutdatedTexts1764920000000,
  ],
};
