/** A share of a whole in percent, as a meter shows it; more than the whole is the whole. */
export function percentOf(used: number, max: number): number {
  if (max <= 0) return used > 0 ? 100 : 0;
  return Math.min(100, Math.round((used / max) * 100));
}

/** What a field of days says: null is forever, and undefined nothing that can be sent. */
export function daysOf(text: string): number | null | undefined {
  if (text.trim() === '') return null;
  return /^\d{1,5}$/.test(text.trim()) ? Number(text) : undefined;
}
