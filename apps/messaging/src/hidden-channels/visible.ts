/**
 * The condition that the row behind a table's alias belongs to no hidden channel of the account, which is `$1`.
 * `IS NOT TRUE` makes it a filter: as NOT EXISTS it becomes an anti join, which the planner expects to let nearly
 * nothing through, so that it sorts whole lists instead of reading a page off their index.
 */
export function isVisible(alias: string): string {
  return `(${alias}.channel_id IN (
    SELECT h.channel_id FROM messaging.hidden_channels h WHERE h.account_id = $1)) IS NOT TRUE`;
}
