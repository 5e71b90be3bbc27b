import { jobType } from '@chat/jobs';

/** Marks the deliveries that were pending when an endpoint was disabled as failed. */
export const endDeliveries = jobType<{
  webhookId: number;
  /** Whether this is the final pass, for deliveries that were being added or attempted during the first. */
  isLast: boolean;
}>('end-deliveries', { giveUpAfterMs: null });
