/**
 * The condition that the row behind a table's alias belongs to no deleted channel of the account, which is `$1`.
 * `IS NOT TRUE` makes it a filter: as NOT EXISTS it becomes an anti join, which the planner expects to let nearly
 * nothing through, so that it sorts whole lists instead of reading a page off their index. Where nothing is deleted,
 * one look tells so, and no row is looked up: counting costs a third less.
 */
export function isVisible(alias: string): string {
  const deleted = 'messaging.deleted_channels deleted WHERE deleted.account_id = $1';
  return `(NOT EXISTS (SELECT FROM ${deleted})
    OR (${alias}.channel_id IN (SELECT deleted.channel_id FROM ${deleted})) IS NOT TRUE)`;
}
