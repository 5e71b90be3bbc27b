/** The events an endpoint subscribes to: exact names and families such as `message.*`; null means all events. */
export type Subscription = string[] | null;

/** Reduces a client's list to its shortest form: no duplicates, and null if it is empty (all events). */
export function toSubscription(requested: readonly string[]): Subscription {
  return requested.length === 0 ? null : [...new Set(requested)];
}

/** Returns the names that are neither a known event nor the family of one. */
export function unknownEvents(requested: readonly string[], known: readonly string[]): string[] {
  const accepted = new Set([...known, ...known.map(familyOf)]);
  return requested.filter((name) => !accepted.has(name));
}

/** Returns the family of an event, as a subscription to all events of that family names it: `message.*`. */
export function familyOf(event: string): string {
  return `${event.slice(0, event.indexOf('.'))}.*`;
}
