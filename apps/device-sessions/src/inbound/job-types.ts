import { jobType } from '@chat/jobs';
import type { InboundMedia } from '../engines/device-engine';

/** The bytes of a message that are still on the network. */
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
