import { jobType } from '@chat/jobs';

/** Sends again what failed since a moment, in batches in the order of the ids. */
export const recoverDeliveries = jobType<{
  webhookId: number;
  /** Epoch milliseconds. */
  sinceMs: number;
  afterId: number;
}>('recover-deliveries', { giveUpAfterMs: null });
