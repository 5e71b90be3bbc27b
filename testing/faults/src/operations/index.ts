import { audited } from './audited';
import { channelMoves } from './channel-moves';
import { cloudCallbacks } from './cloud-callbacks';
import { cloudSends } from './cloud-sends';
import { contacts } from './contacts';
import { downloads } from './downloads';
import { edits } from './edits';
import { eventStreams } from './event-streams';
import { identityChanges } from './identity-changes';
import { inbound } from './inbound';
import { inboundFiles } from './inbound-files';
import { kindSends } from './kind-sends';
import { keyedSends } from './keyed-sends';
import type { Operation } from './operation';
import { people } from './people';
import { sends } from './sends';
import { templateSends } from './template-sends';
import { tickets } from './tickets';
import { uploads } from './uploads';
import { urlSends } from './url-sends';

/** The customers' operations under faults; a new one is one line here. */
export const operations: readonly Operation[] = [
  sends,
  kindSends,
  keyedSends,
  uploads,
  urlSends,
  cloudSends,
  templateSends,
  cloudCallbacks,
  edits,
  identityChanges,
  inbound,
  inboundFiles,
  downloads,
  contacts,
  tickets,
  channelMoves,
  audited,
  eventStreams,
  people,
];
