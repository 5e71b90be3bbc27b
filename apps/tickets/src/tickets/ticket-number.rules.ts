/** `TKT-000123` for 123. Numbers beyond 999999 have more digits. */
export function ticketNumber(count: number): string {
  return `TKT-${String(count).padStart(6, '0')}`;
}
