import { mediaCopyJob } from '@chat/connector-kit';
import type { InboundMedia } from '../envelopes/inbound-content.rules';

export const copyInboundMedia = mediaCopyJob<InboundMedia>();
