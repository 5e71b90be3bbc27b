import type { MessageContent } from '@chat/contracts/connector';
import { referenceTo } from '@chat/media-copies';
import type { InboundContent, InboundMedia } from '../engines/device-engine';

/** The media of a message that came in, if it has any. */
export function inboundMediaOf(content: InboundContent): InboundMedia | null {
  return 'media' in content ? content.media : null;
}

/**
 * The content as the connector reports it, ahead of the bytes.
 * @param blob where they are going to be.
 */
export function toReported(content: InboundContent, blob: string | null): MessageContent {
  if (!('media' in content)) return content;
  return { ...content, media: { ...referenceTo(content.media, blob!), awaited: true } };
}
