import { mediaCopyJob } from '@chat/media-copies';
import type { InboundMedia } from '../engines/device-engine';

export const copyInboundMedia = mediaCopyJob<InboundMedia>();
