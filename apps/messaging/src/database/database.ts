import type { DatabaseDefinition } from '@chat/service-kit';
import { CreateMessaging1764000000000 } from './migrations/1764000000000-create-messaging';
import { AddMessageContent1764100000000 } from './migrations/1764100000000-add-message-content';
import { CreateBlobs1764210000000 } from './migrations/1764210000000-create-blobs';
import { CreateIdempotencyRecords1764215000000 } from './migrations/1764215000000-create-idempotency-records';
import { CreateAssets1764220000000 } from './migrations/1764220000000-create-assets';
import { AddLastInbound1764230000000 } from './migrations/1764230000000-add-last-inbound';
import { CreateOptOuts1764310000000 } from './migrations/1764310000000-create-opt-outs';
import { HideNumbers1764320000000 } from './migrations/1764320000000-hide-numbers';
import { AddErasures1764540000000 } from './migrations/1764540000000-add-erasures';
import { UpdateMessagesInPlace1764550000000 } from './migrations/1764550000000-update-messages-in-place';
import { AddContactOptOuts1764590000000 } from './migrations/1764590000000-add-contact-opt-outs';
import { AddMessageOrigin1764600000000 } from './migrations/1764600000000-add-message-origin';
import { KeepWholeMessages1764610000000 } from './migrations/1764610000000-keep-whole-messages';
import { NameHiddenPeople1764620000000 } from './migrations/1764620000000-name-hidden-people';
import { AddMessageChanges1764630000000 } from './migrations/1764630000000-add-message-changes';
import { AddUsage1764700000000 } from './migrations/1764700000000-add-usage';
import { AddRetention1764710000000 } from './migrations/1764710000000-add-retention';
import { MergeConversations1764920000000 } from './migrations/1764920000000-merge-conversations';
import { FindReactions1765300000000 } from './migrations/1765300000000-find-reactions';
import { ShowTyping1765310000000 } from './migrations/1765310000000-show-typing';
import { SearchConversations1765500000000 } from './migrations/1765500000000-search-conversations';
import { FindConversations1765510000000 } from './migrations/1765510000000-find-conversations';
import { UploadMedia1765520000000 } from './migrations/1765520000000-upload-media';
import { ExpireUploadedMedia1765700000000 } from './migrations/1765700000000-expire-uploaded-media';
import { CountMessages1765820000000 } from './migrations/1765820000000-count-messages';
import { CountTheOutbox1765950000000 } from './migrations/1765950000000-count-the-outbox';
import { LookAtAllFilesAgain1765960000000 } from './migrations/1765960000000-look-at-all-files-again';

/** Every statement of this service is on a hot path and written by hand, so there are no entities. */
export const database: DatabaseDefinition = {
  schema: 'messaging',
  entities: [],
  migrations: [
    CreateMessaging1764000000000,
    AddMessageContent1764100000000,
    CreateBlobs1764210000000,
    CreateIdempotencyRecords1764215000000,
    CreateAssets1764220000000,
    AddLastInbound1764230000000,
    CreateOptOuts1764310000000,
    HideNumbers1764320000000,
    AddErasures1764540000000,
    UpdateMessagesInPlace1764550000000,
    AddContactOptOuts1764590000000,
    AddMessageOrigin1764600000000,
    KeepWholeMessages1764610000000,
    NameHiddenPeople1764620000000,
    AddMessageChanges1764630000000,
    AddUsage1764700000000,
    AddRetention1764710000000,
    MergeConversations1764920000000,
    FindReactions1765300000000,
    ShowTyping1765310000000,
    SearchConversations1765500000000,
    FindConversations1765510000000,
    UploadMedia1765520000000,
    ExpireUploadedMedia1765700000000,
    CountMessages1765820000000,
    CountTheOutbox1765950000000,
    LookAtAllFilesAgain1765960000000,
  ],
};
