import type { MessageChange } from '@chat/contracts/connector';
import { isObject } from '../provider/answer.rules';
import { firstCodePoints } from './code-points.rules';
import { textOf } from './envelope.rules';
import { wordsOf } from './inbound-content.rules';
import { MAX_ID_LENGTH } from './person.rules';

type Json = Record<string, unknown>;

/**
 * Returns what an `edit` or a `revoke` does to the message that it names; null for any other message, and for an edit to
 * something without words, which is kept as it came.
 */
export function readChange(message: Json): MessageChange | null {
  const type = textOf(message.type);
  const member = isObject(message[type]) ? message[type] : {};
  const messageId = firstCodePoints(textOf(member.original_message_id), MAX_ID_LENGTH);
  if (messageId === '') return null;
  if (type === 'revoke') return { type: 'deletion', message_id: messageId };
  const text = type === 'edit' && isObject(member.message) ? editedText(member.message) : undefined;
  return text === undefined ? null : { type: 'edit', message_id: messageId, text };
}

/** The text of an edited message, or the caption of its media: null if it was removed. Undefined for other kinds. */
function editedText(message: Json): string | null | undefined {
  const type = textOf(message.type);
  const member = message[type];
  if (!isObject(member)) return undefined;
  switch (type) {
    case 'text':
      return wordsOf(member.body) ?? undefined;
    case 'image':
    case 'video':
    case 'document':
      return wordsOf(member.caption);
    default:
      return undefined;
  }
}
