import type { proto } from '@whiskeysockets/baileys';
import { getContentType, normalizeMessageContent } from '@whiskeysockets/baileys';
import type { ContentOf } from '@chat/contracts/connector';
import type { Referred } from '@chat/device-sessions/engines';

/** A part of a message that may say what it answers. */
type Part = { contextInfo?: proto.IContextInfo | null };

/**
 * Returns the message as an answer: it repeats the author and the beginning of what it answers.
 * @param author the address of who wrote that.
 */
export function answering(message: proto.IMessage, referred: Referred, author: string): proto.IMessage {
  const contextInfo: proto.IContextInfo = {
    stanzaId: referred.chatMessageId,
    participant: author,
    quotedMessage: { conversation: referred.text ?? '' },
  };
  if (typeof message.conversation === 'string')
    return { extendedTextMessage: { text: message.conversation, contextInfo } };
  const type = getContentType(message)!;
  return { [type]: { ...(message[type] as Part), contextInfo } };
}

/** Returns a reaction to a message of the chat with this address. Without an emoji, it takes the reaction back. */
export function reacting(
  { reaction }: ContentOf<'reaction'>,
  referred: Referred,
  { chat, now }: { chat: string; now: Date },
): proto.IMessage {
  const key = { remoteJid: chat, fromMe: referred.isOurs, id: referred.chatMessageId };
  return { reactionMessage: { key, text: reaction.emoji ?? '', senderTimestampMs: now.getTime() } };
}

/** Returns the id of the message that one answers; null if it answers none. */
export function answeredBy(message: proto.IMessage): string | null {
  const content = normalizeMessageContent(message) ?? {};
  const type = getContentType(content);
  return (type && (content[type] as Part | null)?.contextInfo?.stanzaId) || null;
}
