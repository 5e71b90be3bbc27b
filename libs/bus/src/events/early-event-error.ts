/**
 * Thrown by the handler of an event that arrived before another event on which it depends. The event is retried as
 * after any failure, but the attempt is not logged as an error.
 */
export class EarlyEventError extends Error {
  override readonly name = 'EarlyEventError';
}
