/** What an endpoint hears: exact event names and families as in `message.*`; null means all events. */
export type Subscription = string[] | null;

/** Brings what a client asked for to its shortest form: no name twice, and nothing named means all events. */
export function toSubscription(requested: readonly string[]): Subscription {
  return requested.length === 0 ? null : [...new Set(requested)];
}

/** The names that are neither one of the known events nor the family of one. */
export function unknownEvents(requested: readonly string[], known: readonly string[]): string[] {
  const accepted = new Set([...known, ...known.map(familyOf)]);
  return requested.filter((name) => !accepted.has(name));
}

/** The family of an event as subscriptions write it: who names it hears all events of the family. */
export function familyOf(event: string): string {
  return `${event.slice(0, event.indexOf('.'))}.*`;
}
