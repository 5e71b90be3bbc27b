import { jobType } from '@chat/service-kit';

/** Resends the deliveries that failed or were blocked since a given time, in batches in id order. */
export const recoverDeliveries = jobType<{
  webhookId: number;
  /** Epoch milliseconds. */
  sinceMs: number;
  afterId: number;
}>('recover-deliveries', { giveUpAfterMs: null });
