/** `TKT-000123` for 123. Beyond 999999 a number is as long as it needs to be. */
export function ticketNumber(count: number): string {
  return `TKT-${String(count).padStart(6, '0')}`;
}
