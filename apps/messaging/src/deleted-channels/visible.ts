/** The condition that the channel of the row behind an alias is deleted, whatever its account. */
export const isDeleted = (alias: string) => `EXISTS (
  SELECT FROM messaging.deleted_channels AS deleted
  WHERE deleted.account_id = ${alias}.account_id AND deleted.channel_id = ${alias}.channel_id)`;

const DELETED = 'messaging.deleted_channels deleted WHERE deleted.account_id = $1';

/** Whether the account, which is `$1`, has deleted channels whose rows may still be there. Most have none. */
export const hasDeletedChannels = `EXISTS (SELECT FROM ${DELETED})`;

/** The condition that the conversation behind an alias is not being erased. */
export const isKept = (alias: string) => `${alias}.erasure_id IS NULL`;

/** The condition that the conversation of the message behind an alias is being erased, whatever its account. */
export const isBeingErased = (alias: string) => `EXISTS (
  SELECT FROM messaging.conversations AS hidden
  WHERE hidden.account_id = ${alias}.account_id AND hidden.id = ${alias}.conversation_id
    AND hidden.erasure_id IS NOT NULL)`;

/** Whether the account, which is `$1`, has conversations that are being erased. */
export const hasErasures =
  'EXISTS (SELECT FROM messaging.conversations WHERE account_id = $1 AND erasure_id IS NOT NULL)';

/**
 * The condition that the row behind a table's alias belongs to no deleted channel of the account, which is `$1`.
 * `IS NOT TRUE` makes it a filter: as NOT EXISTS it becomes an anti join, which the planner expects to let nearly
 * nothing through, so that it sorts whole lists instead of reading a page off their index. Where nothing is deleted,
 * one look tells so, and no row is looked up.
 */
export function isVisible(alias: string): string {
  return `(NOT ${hasDeletedChannels}
    OR (${alias}.channel_id IN (SELECT deleted.channel_id FROM ${DELETED})) IS NOT TRUE)`;
}
