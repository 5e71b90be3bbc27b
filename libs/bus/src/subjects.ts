/** The single stream of the events of all services. */
export const STREAM = 'CHAT_EVENTS';

const PERSON = /\.by\.([a-z0-9-]+)$/;

/**
 * Returns the subject on which a person who has a NATS user of their own makes requests. Nobody else may publish to it, so
 * NATS guarantees who they are.
 */
export function byPerson(subject: string, person: string): string {
  return `${subject}.by.${person}`;
}

/** Returns the person of a request's subject; undefined for requests of services and of users that are shared. */
export function personOf(subject: string): string | undefined {
  return PERSON.exec(subject)?.[1];
}

/**
 * Returns the prefix of the subjects on which a connection of this name receives replies. No other NATS user may
 * subscribe to them.
 */
export function inboxPrefix(name: string): string {
  return `_INBOX_${name}`;
}
