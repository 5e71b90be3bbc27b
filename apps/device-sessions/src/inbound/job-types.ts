import { mediaCopyJob } from '@chat/connector-kit';
import type { InboundMedia } from '../engines/device-engine';

export const copyInboundMedia = mediaCopyJob<InboundMedia>();
