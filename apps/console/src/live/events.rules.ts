import type { Conversation, Message, MessageEventData, WebhookEvent } from '@chat/client';

/** A frame of the stream, as tabs pass it on. */
export interface Frame {
  readonly name: string;
  readonly data: unknown;
}

const messageEvents = [
  'message.received',
  'message.sent',
  'message.delivered',
  'message.read',
  'message.failed',
  'message.updated',
  'message.deleted',
] as const;

/** The names of all frames that the console handles. Of others, a version that knows them has more to show. */
export const frameNames = [
  'hello',
  'reset',
  'changed',
  ...messageEvents,
  'conversation.merged',
  'device.connected',
  'device.disconnected',
  'device.status_changed',
  'device.updated',
  'device.token_expiring',
  'template.status_changed',
  'template.category_changed',
  'webhook.disabled',
  'ticket.created',
  'ticket.status_changed',
  'contact.created',
  'contact.updated',
  'contact.deleted',
] as const;

/** What is to be read again, by the first part of its key in the cache. */
export type Stale =
  | 'channels'
  | 'channel-status'
  | 'conversations'
  | 'conversation'
  | 'messages'
  | 'templates'
  | 'webhooks'
  | 'tickets'
  | 'contacts'
  | 'me';

/**
 * What may have changed without an event while nobody listened: hints are not replayed. That it is still the account of this
 * page, in which the session acts, is among it.
 */
const hinted: readonly Stale[] = [
  'me',
  'channels',
  'templates',
  'webhooks',
  'tickets',
  'conversations',
  'conversation',
];

/** What a frame makes stale. Messages are patched instead: they come with everything that is to be shown. */
export function staleAfter(name: string, data: unknown): readonly Stale[] {
  const resource = (data as { resource?: unknown } | null)?.resource;
  switch (name === 'changed' ? `changed.${String(resource)}` : name) {
    case 'hello':
      return hinted;
    case 'conversation.merged':
      return ['conversations', 'conversation', 'messages'];
    case 'changed.conversations':
      return ['conversations', 'conversation'];
    case 'changed.templates':
      return ['templates'];
    case 'changed.tickets':
      return ['tickets'];
    default:
  }
  const family = name.split('.')[0];
  if (family === 'device' || resource === 'devices') return ['channels', 'channel-status'];
  if (family === 'template') return ['templates'];
  if (family === 'webhook' || resource === 'webhooks') return ['webhooks'];
  if (family === 'ticket') return ['tickets'];
  return family === 'contact' ? ['contacts', 'conversations', 'conversation'] : [];
}

export function messageOf({ name, data }: Frame): MessageEventData | null {
  if (!(messageEvents as readonly string[]).includes(name)) return null;
  return (data as Extract<WebhookEvent, { type: 'message.received' }>).data;
}

/** What is patched by a frame about a message. */
export function patchedBy(frame: Frame): readonly Stale[] {
  return messageOf(frame) ? ['conversations', 'conversation', 'messages'] : [];
}

/** The conversation after an event about one of its messages. */
export function afterMessage(
  conversation: Conversation,
  name: string,
  { message, contact }: MessageEventData,
): Conversation {
  const last = conversation.last_message;
  if (last?.id === message.id) {
    const isOlder = last.updated_at > message.updated_at;
    return isOlder ? conversation : { ...conversation, contact, last_message: message };
  }
  if (message.type === 'system' || (last && last.sequence > message.sequence)) return conversation;
  return {
    ...conversation,
    contact,
    last_message: message,
    last_message_at: timeOf(message),
    unread_count: conversation.unread_count + (name === 'message.received' ? 1 : 0),
  };
}

function timeOf(message: Message): string {
  return message.sent_at ?? message.created_at;
}
