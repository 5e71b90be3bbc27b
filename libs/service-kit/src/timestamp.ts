/** A moment as the API writes it: ISO 8601 with milliseconds and the offset `+00:00`. */
export function toTimestamp(moment: Date): string {
  return `${moment.toISOString().slice(0, -1)}+00:00`;
}

/** `toTimestamp` for a moment that may not have come. */
export function toNullableTimestamp(moment: Date | null): string | null {
  return moment && toTimestamp(moment);
}
