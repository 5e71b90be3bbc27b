import { jobType } from '@chat/service-kit';
import type { SyncKind } from './sync.rules';

/** Identifies a sync of a channel. */
export interface SyncRef {
  channelId: number;
  beganAt: string;
}

/** Never given up: it ends with the 24 hours of the sync. */
export const requestSync = jobType<SyncRef & { kind: SyncKind }>('request-sync', { giveUpAfterMs: null });

/** Due when the 24 hours end. */
export const endSync = jobType<SyncRef>('end-sync', { giveUpAfterMs: null });
