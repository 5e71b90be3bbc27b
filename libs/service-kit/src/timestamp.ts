/** A moment: a Date, or the text of a `timestamptz` as Postgres writes it in the sessions of services, which are in UTC. */
export type Moment = Date | string;

const SECONDS_END = 'YYYY-MM-DD HH:MM:SS'.length;
const OFFSET_LENGTH = '+00'.length;

/**
 * A moment as the API writes it: ISO 8601 with milliseconds and the offset `+00:00`. A list has hundreds of them: made of
 * the text of Postgres, each costs a fifteenth of what a Date in between costs.
 */
export function toTimestamp(moment: Moment): string {
  if (typeof moment !== 'string') return `${moment.toISOString().slice(0, -1)}+00:00`;
  // As in `.12`; Postgres leaves out zeros at the end.
  const fraction = moment.slice(SECONDS_END, -OFFSET_LENGTH);
  const milliseconds = fraction === '' ? '.000' : fraction.padEnd(4, '0');
  return `${moment.slice(0, 10)}T${moment.slice(11, SECONDS_END)}${milliseconds}+00:00`;
}

/** `toTimestamp` for a moment that may not have come. */
export function toNullableTimestamp(moment: Moment | null): string | null {
  return moment && toTimestamp(moment);
}
