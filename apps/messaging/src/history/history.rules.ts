import type { MessageError } from '@chat/contracts/connector';
import type { HistoryMessage, HistoryStatus } from '@chat/contracts/messaging';
import type { AppendedMessage } from '../messages/appended-message';
import { withReferences } from '../messages/message-content.rules';

/** A past message, to be appended to its conversation. */
export interface PastMessage extends AppendedMessage {
  source: 'customer' | 'app';
  chatMessageId: string;
  status: HistoryStatus;
  error: MessageError | null;
  sentAt: Date;
}

const notSent: MessageError = {
  code: 'provider_error',
  message: 'The business app could not send the message.',
  reason: null,
  provider: null,
};

export function toPastMessage(
  message: HistoryMessage,
  channel: Pick<PastMessage, 'accountId' | 'channelId' | 'connector'>,
): PastMessage {
  const isInbound = message.direction === 'inbound';
  return {
    ...channel,
    phone: message.phone,
    providerUserId: message.provider_user_id ?? null,
    direction: message.direction,
    source: isInbound ? 'customer' : 'app',
    chatMessageId: message.chat_message_id,
    username: message.username ?? null,
    content: withReferences(message.content, message),
    extra: message.extra ?? null,
    // An inbound message has reached us, whatever the app did with it.
    status: isInbound ? 'delivered' : message.status,
    error: !isInbound && message.status === 'failed' ? notSent : null,
    sentAt: new Date(message.sent_at),
  };
}

/** Whether the message may announce media of ours that comes on its own. */
export function isPlaceholder({ direction, content }: PastMessage): boolean {
  return direction === 'outbound' && content.type === 'unsupported';
}

/**
 * Removes duplicates from one part and sorts it by the time of sending. Of two versions, the one with content wins:
 * media arrives after a placeholder, which says who sent it.
 */
export function onceEach(messages: readonly PastMessage[]): PastMessage[] {
  const byId = new Map<string, PastMessage>();
  for (const message of messages) {
    const other = byId.get(message.chatMessageId);
    if (!other) byId.set(message.chatMessageId, message);
    else if (other.content.type === 'unsupported')
      byId.set(message.chatMessageId, { ...message, ...senderOf(other) });
    else if (message.content.type === 'unsupported')
      byId.set(message.chatMessageId, { ...other, ...senderOf(message) });
  }
  return [...byId.values()].sort((one, other) => one.sentAt.getTime() - other.sentAt.getTime());
}

function senderOf({ direction, source, status, error }: PastMessage): Partial<PastMessage> {
  return { direction, source, status, error };
}
