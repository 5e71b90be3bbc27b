import { field, type Field } from './fields';

const ISO_8601 = /^(\d{4}-\d\d)-(\d\d)[T ]\d\d:\d\d(:\d\d(\.\d{1,9})?)?(Z|[+-]\d\d:?\d\d)$/i;

/** Parses an ISO 8601 time with an offset. @returns epoch milliseconds, or null if it is invalid. */
export function readMoment(text: string): number | null {
  const [, month, day] = ISO_8601.exec(text) ?? [];
  if (month === undefined || day === undefined || !hasDay(month, Number(day))) return null;
  const ms = Date.parse(text);
  return Number.isNaN(ms) ? null : ms;
}

/** `Date` turns 30 February into 2 March. @param month as in `2026-02`. */
function hasDay(month: string, day: number): boolean {
  return new Date(`${month}-${String(day).padStart(2, '0')}T00:00:00Z`).getUTCDate() === day;
}

/** A time from a client, in ISO 8601 with an offset. `readMoment` reads it. */
export function Moment(): Field {
  return field({
    one: 'a time with an offset, as in 2026-01-31T10:20:30Z',
    many: 'times with an offset, as in 2026-01-31T10:20:30Z',
    accepts: (value) => typeof value === 'string' && readMoment(value) !== null,
    schema: () => ({ type: 'string', format: 'date-time' }),
    textForm: 'text',
    blankIsNull: true,
    example: '2026-01-31T10:20:30Z',
  });
}
