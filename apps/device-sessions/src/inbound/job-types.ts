import { mediaCopyJob } from '@chat/connector-kit';
import type { InboundMedia } from '../engines/device-engine';

/** Media that a job copies. */
export interface CopiedMedia extends InboundMedia {
  /** When the phone last uploaded it again, in epoch milliseconds. */
  renewedAt?: number;
}

export const copyInboundMedia = mediaCopyJob<CopiedMedia>();
