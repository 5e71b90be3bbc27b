/** An event and its place in the stream. */
export interface PlacedEvent {
  id: string;
  sequence: number;
}

/**
 * Whether the stream still has the event that a service published last, and all before it.
 * @param found the last event of the same subject on the stream; null when it has none.
 */
export function hasLast(published: PlacedEvent, found: PlacedEvent | null): boolean {
  if (!found || found.sequence < published.sequence) return false;
  // A later event of the subject is one that NATS took while its service could not note that down.
  return (found.sequence === published.sequence) === (found.id === published.id);
}
