/** A condition: the channel of the row behind an alias is deleted, in any account. */
export const isDeleted = (alias: string) => `EXISTS (
  SELECT FROM messaging.deleted_channels AS deleted
  WHERE deleted.account_id = ${alias}.account_id AND deleted.channel_id = ${alias}.channel_id)`;

const DELETED = 'messaging.deleted_channels deleted WHERE deleted.account_id = $1';

/** A condition: the account ($1) has deleted channels whose rows may still exist. Most accounts have none. */
export const hasDeletedChannels = `EXISTS (SELECT FROM ${DELETED})`;

/** A condition: the conversation behind an alias is neither being erased nor moving into another one. */
export const isKept = (alias: string) => `(${alias}.erasure_id IS NULL AND NOT ${alias}.is_merged)`;

/** A condition: the conversation of the message behind an alias is being erased, in any account. */
export const isBeingErased = (alias: string) => `EXISTS (
  SELECT FROM messaging.conversations AS hidden
  WHERE hidden.account_id = ${alias}.account_id AND hidden.id = ${alias}.conversation_id
    AND hidden.erasure_id IS NOT NULL)`;

/** A condition: the account ($1) has conversations that are not kept. */
export const hasUnkept = `(
  EXISTS (SELECT FROM messaging.conversations WHERE account_id = $1 AND erasure_id IS NOT NULL)
  OR EXISTS (SELECT FROM messaging.merged_conversations WHERE account_id = $1 AND is_moving))`;

/**
 * A condition: the row behind a table's alias belongs to no deleted channel of the account ($1). `IS NOT TRUE` makes it
 * a filter: as NOT EXISTS it would become an anti join, which the planner expects to be very selective, so that it
 * would sort whole lists instead of reading a page from their index. If nothing is deleted, a single lookup replaces
 * the lookup per row.
 */
export function isVisible(alias: string): string {
  return `(NOT ${hasDeletedChannels}
    OR (${alias}.channel_id IN (SELECT deleted.channel_id FROM ${DELETED})) IS NOT TRUE)`;
}

/** A condition: the conversation behind an alias is one of the account ($1) that lists show. */
export const isShown = (alias: string) =>
  `${alias}.account_id = $1 AND ${isKept(alias)} AND ${isVisible(alias)}`;
