import { mediaCopyJob } from '@chat/media-copies';
import type { InboundMedia } from '../callbacks/inbound-content.rules';

export const copyInboundMedia = mediaCopyJob<InboundMedia>();
