/** The one stream of the events of all services. */
export const STREAM = 'CHAT_EVENTS';

/** Below this a connection of that name gets its replies, and no other user of NATS may subscribe. */
export function inboxPrefix(name: string): string {
  return `_INBOX_${name}`;
}
