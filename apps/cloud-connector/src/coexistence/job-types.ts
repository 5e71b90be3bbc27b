import { jobType } from '@chat/jobs';
import type { HistoryMessage } from '@chat/contracts/messaging';
import type { AwaitedMedia } from '@chat/media-copies';
import type { InboundMedia } from '../callbacks/inbound-content.rules';
import type { SyncKind } from './sync.rules';

const WEEK_MS = 7 * 24 * 60 * 60 * 1000;

/** Identifies a sync of a channel. */
export interface SyncRef {
  channelId: number;
  beganAt: string;
}

/** Never given up: it ends with the 24 hours of the sync. */
export const requestSync = jobType<SyncRef & { kind: SyncKind }>('request-sync', { giveUpAfterMs: null });

/** Due when the 24 hours end. */
export const endSync = jobType<SyncRef>('end-sync', { giveUpAfterMs: null });

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
