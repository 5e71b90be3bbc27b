// Whoever reads an address returns each member, also one that is undefined: the router keeps what it finds of all others.

/** A text of an address that anyone may have written. */
export function readText(value: unknown, max = 200): string | undefined {
  if (typeof value !== 'string' && typeof value !== 'number') return undefined;
  const text = String(value).trim().slice(0, max);
  return text === '' ? undefined : text;
}

/** The id of a record. */
export function readId(value: unknown): number | undefined {
  const id = Number(value);
  return Number.isSafeInteger(id) && id > 0 ? id : undefined;
}

/** One of some values, or nothing. */
export function readOneOf<T extends string>(value: unknown, of: readonly T[]): T | undefined {
  return of.find((one) => one === String(value));
}

/** A day, as fields of dates write it. */
export function readDay(value: unknown): string | undefined {
  const text = readText(value);
  return text !== undefined && /^\d{4}-\d\d-\d\d$/.test(text) && !Number.isNaN(Date.parse(text))
    ? text
    : undefined;
}

/** When a day begins where the person is, or with `days` as many days later. */
export function beginOf(day: string | undefined, days = 0): string | undefined {
  if (day === undefined) return undefined;
  const [year, month, date] = day.split('-').map(Number);
  return new Date(year!, month! - 1, date! + days).toISOString();
}
