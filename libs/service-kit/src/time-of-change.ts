/**
 * Returns the time of a change of a record: now, but always later than its previous change, which may come from a replica
 * whose clock is ahead. Receivers of webhooks keep the record with the later `updated_at`.
 */
export function timeOfChange({ updatedAt }: { updatedAt: Date }, now: Date): Date {
  return new Date(Math.max(now.getTime(), updatedAt.getTime() + 1));
}
