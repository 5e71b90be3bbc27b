const ISO_8601 = /^(\d{4}-\d\d)-(\d\d)[T ]\d\d:\d\d(:\d\d(\.\d{1,9})?)?(Z|[+-]\d\d:?\d\d)$/i;

/** A moment in ISO 8601 with an offset, in epoch milliseconds; null when it is none. */
export function readMoment(text: string): number | null {
  const [, month, day] = ISO_8601.exec(text) ?? [];
  if (month === undefined || day === undefined || !hasDay(month, Number(day))) return null;
  const ms = Date.parse(text);
  return Number.isNaN(ms) ? null : ms;
}

/** `Date` makes 2 March of 30 February. @param month as in `2026-02`. */
function hasDay(month: string, day: number): boolean {
  return new Date(`${month}-${String(day).padStart(2, '0')}T00:00:00Z`).getUTCDate() === day;
}
