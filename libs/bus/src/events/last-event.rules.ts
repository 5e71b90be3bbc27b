/** An event and its position in the stream. */
export interface PlacedEvent {
  id: string;
  sequence: number;
}

/**
 * Returns whether the stream still has the event that a service published last, and everything before it.
 * @param found the last event of the same subject on the stream; null if there is none.
 */
export function hasLast(published: PlacedEvent, found: PlacedEvent | null): boolean {
  if (!found || found.sequence < published.sequence) return false;
  // A later event of the subject is one that NATS accepted but that the service could not record.
  return (found.sequence === published.sequence) === (found.id === published.id);
}
