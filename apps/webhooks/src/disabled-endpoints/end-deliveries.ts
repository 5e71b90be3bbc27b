import { jobType } from '@chat/service-kit';

/** Fails the deliveries that were pending when their endpoint was disabled. */
export const endDeliveries = jobType<{
  webhookId: number;
  /** Whether this is the final pass, for deliveries that were being added or attempted during the first. */
  isLast: boolean;
}>('end-deliveries', { giveUpAfterMs: null });
