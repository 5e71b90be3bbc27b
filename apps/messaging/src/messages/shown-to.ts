import type { RequestContext } from '@chat/contracts';
import type { Conversation, Message } from '@chat/contracts/messaging';

type Credential = Pick<RequestContext, 'credential'>;

/** A message as apps and webhooks see it: they are not told the names of users. */
export function withoutNames<M extends Message>(message: M): M {
  const { author } = message;
  return author?.type === 'user' ? { ...message, author: { ...author, name: null } } : message;
}

/** A message as the caller may see it. */
export function messageFor<M extends Message>({ credential }: Credential, message: M): M {
  return credential.type === 'bearer' ? withoutNames(message) : message;
}

/** A conversation as apps and webhooks see it. */
export function conversationWithoutNames(conversation: Conversation): Conversation {
  const { last_message: last } = conversation;
  return { ...conversation, last_message: last && withoutNames(last) };
}

/** A conversation as the caller may see it. */
export function conversationFor({ credential }: Credential, conversation: Conversation): Conversation {
  return credential.type === 'bearer' ? conversationWithoutNames(conversation) : conversation;
}
