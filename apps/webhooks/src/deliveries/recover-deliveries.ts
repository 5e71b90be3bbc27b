import { jobType } from '@chat/jobs';

/** Resends what failed since a given time, in batches in id order. */
export const recoverDeliveries = jobType<{
  webhookId: number;
  /** Epoch milliseconds. */
  sinceMs: number;
  afterId: number;
}>('recover-deliveries', { giveUpAfterMs: null });
