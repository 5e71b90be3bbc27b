const ISO_8601 = /^\d{4}-\d\d-\d\d[T ]\d\d:\d\d(:\d\d(\.\d{1,9})?)?(Z|[+-]\d\d:?\d\d)$/i;

/** A moment in ISO 8601 with an offset, in epoch milliseconds; null when it is none. */
export function readMoment(text: string): number | null {
  const ms = ISO_8601.test(text) ? Date.parse(text) : NaN;
  return Number.isNaN(ms) ? null : ms;
}
