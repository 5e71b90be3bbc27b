import { MAX_TEXT_LENGTH, type MessageContent } from '@chat/contracts/connector';
import type { NetworkMessage } from '@chat/device-network';
import { firstCodePoints } from '../code-points.rules';

type IncomingMessage = Extract<NetworkMessage, { type: 'message' }>;

/** What a message of the network says. What is no text is kept as it came. */
export function toContent({ text, other }: Pick<IncomingMessage, 'text' | 'other'>): MessageContent {
  if (text === null) return { type: 'unsupported', raw: JSON.stringify(other ?? null) };
  return { type: 'text', text: firstCodePoints(text, MAX_TEXT_LENGTH) };
}
