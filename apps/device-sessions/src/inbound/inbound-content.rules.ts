import { MAX_TEXT_LENGTH, type MessageContent } from '@chat/contracts/connector';
import { referenceTo } from '@chat/connector-kit';
import { firstCodePoints } from '../code-points.rules';
import type { InboundContent, InboundMedia } from '../engines/device-engine';
import { storableId } from './storable-id.rules';

/** Of a content as JSON: an event may not be larger than the bus takes, and nobody writes that much. */
const MAX_LENGTH = 1 << 20;

/** Returns the media of a received message, if it has any. */
export function inboundMediaOf(content: InboundContent): InboundMedia | null {
  return 'media' in content ? content.media : null;
}

/**
 * Returns the content as the connector reports it, before the bytes are copied. Its sender may have written anything, of any
 * length.
 * @param blob where the bytes are going to be stored.
 */
export function toReported(content: InboundContent, blob: string | null): MessageContent {
  const reported = ofAnyLength(content, blob);
  if (JSON.stringify(reported).length <= MAX_LENGTH) return reported;
  return { type: 'unsupported', raw: JSON.stringify({ type: content.type, too_large: true }) };
}

function ofAnyLength(content: InboundContent, blob: string | null): MessageContent {
  if (content.type === 'reaction') {
    const { message_id: id, emoji } = content.reaction;
    return { ...content, reaction: { message_id: storableId(id), emoji } };
  }
  const text = 'text' in content && content.text !== null && firstCodePoints(content.text, MAX_TEXT_LENGTH);
  const shortened = (typeof text === 'string' ? { ...content, text } : content) as InboundContent;
  if (!('media' in shortened)) return shortened;
  return { ...shortened, media: { ...referenceTo(shortened.media, blob!), awaited: true } };
}
