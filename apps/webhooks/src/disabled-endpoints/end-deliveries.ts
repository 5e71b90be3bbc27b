import { jobType } from '@chat/jobs';

/** Ends what an endpoint had pending when it was disabled, as failed. */
export const endDeliveries = jobType<{
  webhookId: number;
  /** Whether it looks once more, for what was being added or attempted at that moment. */
  isLast: boolean;
}>('end-deliveries', { giveUpAfterMs: null });
