import { jobType } from '@chat/jobs';
import type { InboundMedia } from '../callbacks/inbound-content.rules';

/** The bytes of a message that are still at the provider. */
export interface AwaitedMedia {
  channelId: number;
  chatMessageId: string;
  /** Where they go. */
  blob: string;
  media: InboundMedia;
  /** Epoch milliseconds. */
  arrivedAt: number;
}

/** It gives up by itself, and says so in the message. */
export const copyInboundMedia = jobType<AwaitedMedia>('copy-inbound-media', { giveUpAfterMs: null });
