import { channelMoves } from './channel-moves';
import { contacts } from './contacts';
import { inbound } from './inbound';
import { keyedSends } from './keyed-sends';
import type { Operation } from './operation';
import { sends } from './sends';
import { tickets } from './tickets';

/** What customers do while the installation is hurt; one more is one line here. */
export const operations: readonly Operation[] = [sends, keyedSends, inbound, contacts, tickets, channelMoves];
