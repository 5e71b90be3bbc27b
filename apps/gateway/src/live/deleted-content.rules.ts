import type { CloudEvent } from '@chat/contracts';
import {
  conversationMerged,
  type ConversationMergedData,
  type Message,
  type MessageEventData,
} from '@chat/contracts/messaging';

type Told = Pick<CloudEvent, 'type' | 'data'>;

/** Returns the ids of the messages whose content an event has. */
export function messagesIn({ type, data }: Told): number[] {
  if (type.startsWith('message.')) return [(data as MessageEventData).message.id];
  const last = type === conversationMerged.type && (data as ConversationMergedData).conversation.last_message;
  return last ? [last.id] : [];
}

/** Returns an event of before a message was deleted, with the message as it is now: without its content. */
export function withDeleted<T extends Told>(event: T, deleted: Message): T {
  const { data } = event;
  if (event.type !== conversationMerged.type) return { ...event, data: { ...data, message: deleted } };
  const { conversation } = data as ConversationMergedData;
  return { ...event, data: { ...data, conversation: { ...conversation, last_message: deleted } } };
}
