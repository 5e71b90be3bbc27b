/** The single stream of the events of all services. */
export const STREAM = 'CHAT_EVENTS';

/**
 * Returns the prefix of the subjects on which a connection of this name receives replies. No other NATS user may
 * subscribe to them.
 */
export function inboxPrefix(name: string): string {
  return `_INBOX_${name}`;
}
