/**
 * Thrown by the handler of an event that overtook another one on which it builds: it is tried again, as after any failure,
 * and is no fault of anybody meanwhile.
 */
export class EarlyEventError extends Error {
  override readonly name = 'EarlyEventError';
}
