/**
 * Returns the time of a change of a record: now, but after the change before it, which a replica whose clock is ahead may
 * have made. Receivers of webhooks keep the record with the later `updated_at`.
 */
export function timeOfChange({ updatedAt }: { updatedAt: Date }, now: Date): Date {
  return new Date(Math.max(now.getTime(), updatedAt.getTime() + 1));
}
