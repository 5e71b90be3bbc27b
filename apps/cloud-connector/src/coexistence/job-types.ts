import { jobType } from '@chat/service-kit';
import type { HistoryMessage } from '@chat/contracts/messaging';
import type { AwaitedMedia } from '@chat/connector-kit';
import type { InboundMedia } from '../envelopes/inbound-content.rules';

const WEEK_MS = 7 * 24 * 60 * 60 * 1000;

/** A part of a history, with the media that must be copied once its messages are stored. */
export interface HistoryPart {
  channelId: number;
  messages: HistoryMessage[];
  media: AwaitedMedia<InboundMedia>[];
}

/** One at a time, so that histories leave capacity for live traffic. */
export const importHistoryPart = jobType<HistoryPart>('import-history', {
  giveUpAfterMs: WEEK_MS,
  atOnce: 1,
});
