import { jobType } from '@chat/service-kit';
import type { HistoryMessage } from '@chat/contracts/messaging';
import type { AwaitedMedia } from '@chat/connector-kit';
import type { InboundMedia } from '../envelopes/inbound-content.rules';
import type { Named } from '../envelopes/person.rules';
import type { PastMessage } from './history.rules';

const WEEK_MS = 7 * 24 * 60 * 60 * 1000;

/** A part of a history, with the media that must be copied once its messages are stored. */
export interface HistoryPart {
  channelId: number;
  messages: HistoryMessage[];
  media: AwaitedMedia<InboundMedia>[];
}

/** A message of a history, with what its thread says of the person, and whom its change names. */
export type ToldMessage = PastMessage & Named;

/** Messages of a history that name nobody, or have no id. */
export interface UnreadableHistory {
  channelId: number;
  messages: ToldMessage[];
}

/** Fails until a later version can read the messages, so that the admin tool shows them and can repeat them. */
export const unreadableHistory = jobType<UnreadableHistory>('unreadable-history', { giveUpAfterMs: 0 });

/** One at a time, so that histories leave capacity for live traffic. */
export const importHistoryPart = jobType<HistoryPart>('import-history', {
  giveUpAfterMs: WEEK_MS,
  atOnce: 1,
});
