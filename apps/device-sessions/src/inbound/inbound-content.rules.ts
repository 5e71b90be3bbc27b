import type { MessageContent } from '@chat/contracts/connector';
import { referenceTo } from '@chat/connector-kit';
import type { InboundContent, InboundMedia } from '../engines/device-engine';

/** Returns the media of a received message, if it has any. */
export function inboundMediaOf(content: InboundContent): InboundMedia | null {
  return 'media' in content ? content.media : null;
}

/**
 * Returns the content as the connector reports it, before the bytes are copied.
 * @param blob where the bytes are going to be stored.
 */
export function toReported(content: InboundContent, blob: string | null): MessageContent {
  if (!('media' in content)) return content;
  return { ...content, media: { ...referenceTo(content.media, blob!), awaited: true } };
}
